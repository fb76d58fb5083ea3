//! A transposition table for one thread: positions and what a search found out about them.

use enban_game::Move;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<V> {
    /// Its value.
    pub(super) value: V,
    /// Plies it was searched.
    pub(super) depth: u16,
    /// Whether every line that mattered reached the end of the game: more plies change nothing.
    pub(super) complete: bool,
    /// The move that was best.
    pub(super) best: Option<Move>,
}

impl<V> Found<V> {
    /// Whether a search of `depth` plies would give the same value.
    pub(super) fn serves(&self, depth: u16) -> bool {
        self.depth == depth || (self.complete && self.depth < depth)
    }
}

/// The table. One place for each position: the newest search, and within it the deepest, stays.
pub(super) struct Table<V> {
    slots: Vec<Option<Slot<V>>>,
    age: u8,
}

#[derive(Clone, Copy)]
struct Slot<V> {
    key: u64,
    age: u8,
    found: Found<V>,
}

impl<V: Copy> Table<V> {
    /// A table of at most so many megabytes; of none if they are 0.
    pub(super) fn new(memory_mb: usize) -> Self {
        let most = memory_mb.saturating_mul(1 << 20) / size_of::<Option<Slot<V>>>();
        let slots = if most == 0 { 0 } else { 1 << most.ilog2() };
        Self { slots: vec![None; slots], age: 0 }
    }

    /// Begins a new search: what is there may be used, and replaced.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of a key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Found<V>> {
        let slot = self.slots.get(self.place(key)?)?.as_ref()?;
        (slot.key == key).then_some(slot.found)
    }

    /// Notes what was found out.
    #[inline]
    pub(super) fn note(&mut self, key: u64, found: Found<V>) {
        let age = self.age;
        let Some(slot) = self.place(key).and_then(|place| self.slots.get_mut(place)) else { return };
        let keeps = slot.is_some_and(|old| old.age == age && old.key != key && old.found.depth > found.depth);
        if !keeps {
            *slot = Some(Slot { key, age, found });
        }
    }

    /// Low bits choose the place; keys are mixed well.
    #[inline]
    fn place(&self, key: u64) -> Option<usize> {
        (!self.slots.is_empty()).then(|| key as usize & (self.slots.len() - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_of_the_newest_stays() {
        let mut table = Table::<i32>::new(1);
        let found = |value, depth| Found { value, depth, complete: false, best: None };
        let (one, two) = (5, 5 + (1 << 40));
        let value = |table: &Table<i32>, key| table.find(key).map(|found| found.value);
        table.note(one, found(1, 4));
        table.note(two, found(2, 3));
        assert_eq!((value(&table, one), value(&table, two)), (Some(1), None));
        table.note(one, found(3, 2));
        assert_eq!(value(&table, one), Some(3), "the same position is always noted anew");
        table.grow_older();
        table.note(two, found(4, 1));
        assert_eq!((value(&table, one), value(&table, two)), (None, Some(4)));
    }

    #[test]
    fn without_memory_nothing_is_known() {
        let mut table = Table::<i32>::new(0);
        table.note(7, Found { value: 1, depth: 1, complete: true, best: None });
        assert!(table.find(7).is_none());
    }

    #[test]
    fn complete_values_serve_deeper_searches() {
        let found = |complete| Found { value: 0, depth: 3, complete, best: None };
        assert_eq!([2, 3, 4].map(|depth| found(false).serves(depth)), [false, true, false]);
        assert_eq!([2, 3, 4].map(|depth| found(true).serves(depth)), [false, true, true]);
    }
}
