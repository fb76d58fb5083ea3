//! A tree from one turn to the next: what was learned below the moves made since is not lost.

use enban_game::{Game, Step, Trail};

use super::{ROOT, Stats, Tree};

/// Keeps the tree of a player between its turns.
pub struct Keeper<G: Game, S> {
    kept: Option<Kept<G, S>>,
}

/// A tree and the game it belongs to.
struct Kept<G: Game, S> {
    tree: Tree<S>,
    start: G::State,
    steps: Vec<Step>,
}

impl<G: Game, S> Default for Keeper<G, S> {
    fn default() -> Self {
        Self { kept: None }
    }
}

impl<G: Game, S: Stats> Keeper<G, S> {
    /// The tree below the position of the trail: what is kept of it, or an empty one if the game is another or took
    /// another way.
    pub fn take(&mut self, trail: &Trail<G>, memory_mb: usize) -> Tree<S> {
        let found = self.kept.take().and_then(|kept| {
            let root = kept.find(trail)?;
            Some(if root == ROOT { kept.tree } else { kept.tree.below(root, memory_mb) })
        });
        found.unwrap_or_else(|| Tree::new(memory_mb))
    }

    /// Keeps a tree whose root is the position of the trail.
    pub fn keep(&mut self, trail: &Trail<G>, tree: Tree<S>) {
        self.kept = Some(Kept { tree, start: trail.start().clone(), steps: trail.steps().to_vec() });
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.kept = None;
    }

    /// The tree that is kept.
    pub fn tree(&self) -> Option<&Tree<S>> {
        self.kept.as_ref().map(|kept| &kept.tree)
    }
}

impl<G: Game, S: Stats> Kept<G, S> {
    /// The node of the trail's position.
    fn find(&self, trail: &Trail<G>) -> Option<u32> {
        let since = trail.steps().strip_prefix(self.steps.as_slice()).filter(|_| *trail.start() == self.start)?;
        let (mut index, mut passes) = (ROOT, 0);
        for step in since {
            match step {
                Step::Pass => passes += 1,
                Step::Play(choice) => {
                    let children = self.tree.node(index).children().filter(|children| children.passes == passes)?;
                    index = children.indices().find(|&child| self.tree.node(child).choice() == *choice)?;
                    passes = 0;
                }
            }
        }
        let fits = self.tree.node(index).children().is_none_or(|children| children.passes == passes);
        fits.then_some(index)
    }
}
