//! The variations of a game: nodes in one flat list, each with the step that led to it.

use enban_formats::Property;
use enban_game::{Seat, Step};
use enban_search::Value;

/// A value that was found for a position, and how deep it was read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Worth {
    /// As the seat on turn sees it.
    pub value: Value,
    /// How deep it was read.
    pub depth: u32,
}

/// What the seat on turn has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Choose a move.
    Choice,
    /// Pass, for want of a move.
    Pass,
    /// Nothing: the game has ended.
    Over,
}

/// A position of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The node before it.
    pub parent: Option<u32>,
    /// The step that led here.
    pub step: Option<Step>,
    /// The seat that made it.
    pub mover: Option<Seat>,
    /// What was played from here, the main line first.
    pub children: Vec<u32>,
    /// Words about it.
    pub comment: String,
    /// What a record says of it beyond moves and comments, to be written back.
    pub kept: Vec<Property>,
    /// The seat on turn here.
    pub to_move: Seat,
    /// What that seat has to do.
    pub phase: Phase,
    /// What the position is worth.
    pub worth: Option<Worth>,
    /// The best step that was found here.
    pub best: Option<Step>,
}

impl Entry {
    /// The position that a game begins with.
    pub(crate) fn root(to_move: Seat, phase: Phase) -> Self {
        Self {
            parent: None,
            step: None,
            mover: None,
            children: Vec::new(),
            comment: String::new(),
            kept: Vec::new(),
            to_move,
            phase,
            worth: None,
            best: None,
        }
    }
}

/// A tree of positions. Ids are never given twice.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    slots: Vec<Option<Entry>>,
    count: usize,
}

impl Tree {
    /// The id of the first position.
    pub(crate) const ROOT: u32 = 0;

    /// A tree of one position.
    pub(crate) fn new(root: Entry) -> Self {
        Self { slots: vec![Some(root)], count: 1 }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// A node, if it is there.
    pub(crate) fn get(&self, id: u32) -> Option<&Entry> {
        self.slots.get(id as usize)?.as_ref()
    }

    /// A node that may be changed, if it is there.
    pub(crate) fn get_mut(&mut self, id: u32) -> Option<&mut Entry> {
        self.slots.get_mut(id as usize)?.as_mut()
    }

    /// All nodes with their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Entry)> {
        self.slots.iter().enumerate().filter_map(|(id, slot)| Some((id as u32, slot.as_ref()?)))
    }

    /// The child of a node that a step leads to.
    pub(crate) fn child(&self, id: u32, step: Step) -> Option<u32> {
        let children = &self.get(id)?.children;
        children.iter().copied().find(|&child| self.get(child).is_some_and(|entry| entry.step == Some(step)))
    }

    /// Adds a node behind its parent's other children.
    ///
    /// # Panics
    /// If it has no parent in the tree.
    pub(crate) fn add(&mut self, entry: Entry) -> u32 {
        let id = self.slots.len() as u32;
        let parent = entry.parent.expect("only the root has no parent");
        self.get_mut(parent).expect("the parent is in the tree").children.push(id);
        self.slots.push(Some(entry));
        self.count += 1;
        id
    }

    /// The nodes from the root to this one, both included.
    pub(crate) fn path(&self, id: u32) -> Vec<u32> {
        let mut path: Vec<u32> =
            std::iter::successors(Some(id), |&at| self.get(at).and_then(|entry| entry.parent)).collect();
        path.reverse();
        path
    }

    /// The steps from the root to a node.
    pub(crate) fn steps(&self, id: u32) -> Vec<Step> {
        self.path(id).into_iter().filter_map(|at| self.get(at)?.step).collect()
    }

    /// The main line: the first child of each node, from the root.
    pub(crate) fn main_line(&self) -> Vec<u32> {
        self.line_from(Self::ROOT)
    }

    /// A node and what follows it by first children.
    fn line_from(&self, id: u32) -> Vec<u32> {
        std::iter::successors(Some(id), |&at| self.get(at)?.children.first().copied()).collect()
    }

    /// Where the main line ends.
    pub(crate) fn main_end(&self) -> u32 {
        self.line_end(Self::ROOT)
    }

    /// Where the line that goes on from a node by first children ends.
    pub(crate) fn line_end(&self, id: u32) -> u32 {
        self.line_from(id).last().copied().unwrap_or(id)
    }

    /// Makes the line that leads to a node the main line.
    pub(crate) fn promote(&mut self, id: u32) {
        for pair in self.path(id).windows(2) {
            let children = &mut self.get_mut(pair[0]).expect("on the path").children;
            let at = children.iter().position(|&child| child == pair[1]).expect("a child of its parent");
            children[..=at].rotate_right(1);
        }
    }

    /// Removes a node with all that follows it; whether it could be.
    pub(crate) fn remove(&mut self, id: u32) -> bool {
        let Some(parent) = self.get(id).and_then(|entry| entry.parent) else { return false };
        self.get_mut(parent).expect("the parent is in the tree").children.retain(|&child| child != id);
        let mut waiting = vec![id];
        while let Some(next) = waiting.pop() {
            if let Some(entry) = self.slots[next as usize].take() {
                self.count -= 1;
                waiting.extend(entry.children);
            }
        }
        true
    }

    /// What a position is worth and to whom, looked up behind a forced pass if need be.
    pub(crate) fn worth(&self, id: u32) -> Option<(Worth, Seat)> {
        let entry = self.get(id)?;
        match entry.worth {
            Some(worth) => Some((worth, entry.to_move)),
            None if entry.phase == Phase::Pass => self.worth(*entry.children.first()?),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::Move;

    const A: Step = Step::Play(Move(0));
    const B: Step = Step::Play(Move(1));

    fn root() -> Entry {
        Entry::root(Seat(0), Phase::Choice)
    }

    fn grown(steps: &[(u32, Step)]) -> Tree {
        let mut tree = Tree::new(root());
        for &(parent, step) in steps {
            tree.add(Entry { parent: Some(parent), step: Some(step), ..root() });
        }
        tree
    }

    #[test]
    fn lines_are_promoted_and_removed() {
        let mut tree = grown(&[(0, A), (1, B), (0, B), (3, A), (3, B)]);
        assert_eq!(tree.main_line(), [0, 1, 2]);
        tree.promote(5);
        assert_eq!(tree.main_line(), [0, 3, 5]);
        assert_eq!(tree.steps(4), [B, A]);
        assert_eq!((tree.child(3, A), tree.child(3, Step::Pass)), (Some(4), None));
        assert!(!tree.remove(0));
        assert!(tree.remove(3));
        assert_eq!((tree.len(), tree.get(5).is_none(), tree.main_line()), (3, true, vec![0, 1, 2]));
        assert_eq!(tree.add(Entry { parent: Some(0), ..root() }), 6, "ids are not given twice");
    }

    #[test]
    fn worth_is_found_behind_a_pass() {
        let mut tree = grown(&[(0, A), (1, Step::Pass)]);
        let worth = Worth { value: Value::Lead(2.0), depth: 4 };
        tree.get_mut(2).unwrap().worth = Some(worth);
        assert_eq!(tree.worth(1), None);
        tree.get_mut(1).unwrap().phase = Phase::Pass;
        tree.get_mut(2).unwrap().to_move = Seat(1);
        assert_eq!(tree.worth(1), Some((worth, Seat(1))));
    }
}
