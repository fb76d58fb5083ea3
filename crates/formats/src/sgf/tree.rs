//! Game trees: nodes in one flat list, so that no depth of variations can exhaust the stack.

use super::value::{Property, Value};
use crate::{leading_integer, leading_real};

/// A node of one tree. Ids are not mixed between trees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game with its variations. It always has a root.
///
/// Ids stay valid as the tree changes. Trees are equal if what they say is equal, whatever the ids.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// One position of a game: its properties and what may follow it.
#[derive(Clone, Default, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    properties: Vec<Property>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// A tree that is an empty root.
    pub fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    /// A tree for a game by its number (1 is Go, 2 is Othello), with what a root should say: `FF`, `CA` and `GM`.
    pub fn for_game(number: u32) -> Self {
        let mut tree = Self::new();
        let root = &mut tree.nodes[0];
        root.set("FF", "4");
        root.set("CA", "UTF-8");
        root.set("GM", number.to_string());
        tree
    }

    /// The first node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// A node to look at.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node to change.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Adds an empty node as the last variation after `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a tree has fewer than 2^32 nodes"));
        self.nodes.push(Node { parent: Some(parent), ..Node::default() });
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// The nodes from the root along the first variation at every branch.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(self.root()), |&id| self.node(id).children.first().copied())
    }

    /// The nodes from the root to this one, both included.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        line.reverse();
        line
    }

    /// All nodes in the order of the file: each before its variations, and these in their order.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> {
        let mut waiting = vec![self.root()];
        std::iter::from_fn(move || {
            let id = waiting.pop()?;
            waiting.extend(self.node(id).children.iter().rev());
            Some(id)
        })
    }

    /// Makes the line to this node the main line.
    ///
    /// ```
    /// use enban_formats::sgf::Tree;
    ///
    /// let mut tree = Tree::new();
    /// let first = tree.add_child(tree.root());
    /// let second = tree.add_child(tree.root());
    /// tree.promote(second);
    /// assert_eq!(tree.node(tree.root()).children(), [second, first]);
    /// assert!(tree.main_line().eq(tree.line_to(second)));
    /// ```
    pub fn promote(&mut self, id: NodeId) {
        let mut child = id;
        while let Some(parent) = self.node(child).parent {
            let children = &mut self.node_mut(parent).children;
            if let Some(place) = children.iter().position(|&other| other == child) {
                children[..=place].rotate_right(1);
            }
            child = parent;
        }
    }

    /// Takes a node and all after it out of the tree. The root stays: its answer is `false`.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node_mut(id).parent.take() else { return false };
        self.node_mut(parent).children.retain(|&child| child != id);
        true
    }

    /// Whether all values are ASCII.
    pub(crate) fn is_ascii(&self) -> bool {
        let properties = self.walk().flat_map(|id| &self.node(id).properties);
        properties.flat_map(Property::values).all(|value| value.raw().is_ascii())
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        // The number of children at every step of the walk tells the shape.
        let said = |tree: &Self, id: NodeId| tree.node(id).children.len();
        let mut others = other.walk();
        let same = self.walk().all(|id| {
            others.next().is_some_and(|twin| {
                said(self, id) == said(other, twin) && self.node(id).properties == other.node(twin).properties
            })
        });
        same && others.next().is_none()
    }
}

impl Eq for Tree {}

impl Node {
    /// The node before this one; the root has none.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes that may follow, the main variation first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// All properties in the order of the file. A name may occur twice, though it should not.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The first value of a property.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values(name).next()
    }

    /// All values of a property, also where its name is repeated.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.properties.iter().filter(move |property| property.name() == name).flat_map(Property::values)
    }

    /// Whether the node has a property.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The first value of a property as text of many lines: `C`, `GC`.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(Value::to_text)
    }

    /// The first value of a property as text of one line: names, places, dates.
    pub fn simple_text(&self, name: &str) -> Option<String> {
        self.get(name).map(Value::to_simple_text)
    }

    /// The whole number with which the first value of a property begins.
    pub fn number(&self, name: &str) -> Option<i64> {
        leading_integer(self.get(name)?.raw())
    }

    /// The number with which the first value of a property begins.
    pub fn real(&self, name: &str) -> Option<f64> {
        leading_real(self.get(name)?.raw())
    }

    /// Gives a property this one value, where it stands or else at the end.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.put(Property::new(name, value));
    }

    /// Gives a property these values. Without values it is removed, for none can be without.
    pub(crate) fn set_values(&mut self, name: &str, values: impl IntoIterator<Item = Value>) {
        let mut values = values.into_iter();
        let Some(first) = values.next() else {
            self.remove(name);
            return;
        };
        let mut property = Property::new(name, first);
        values.for_each(|value| property.push(value));
        self.put(property);
    }

    /// Adds a property at the end, even if there is one of its name.
    pub fn push(&mut self, property: Property) {
        self.properties.push(property);
    }

    /// Adds a property at a place among the others.
    pub(crate) fn insert(&mut self, place: usize, property: Property) {
        self.properties.insert(place, property);
    }

    /// Removes a property; whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.properties.len();
        self.properties.retain(|property| property.name() != name);
        self.properties.len() < before
    }

    fn put(&mut self, property: Property) {
        let place = self.properties.iter().position(|old| old.name() == property.name());
        self.remove(property.name());
        self.properties.insert(place.unwrap_or(self.properties.len()), property);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root with the variations a and b, and c after a.
    fn sample() -> (Tree, [NodeId; 3]) {
        let mut tree = Tree::new();
        let [a, b] = [tree.add_child(tree.root()), tree.add_child(tree.root())];
        let c = tree.add_child(a);
        for (id, name) in [(a, "a"), (b, "b"), (c, "c")] {
            tree.node_mut(id).set("N", name);
        }
        (tree, [a, b, c])
    }

    fn names(tree: &Tree, ids: impl IntoIterator<Item = NodeId>) -> String {
        ids.into_iter().filter_map(|id| tree.node(id).simple_text("N")).collect()
    }

    #[test]
    fn lines_and_walks_go_through_the_tree() {
        let (mut tree, [a, b, c]) = sample();
        assert_eq!(names(&tree, tree.walk()), "acb");
        assert_eq!(names(&tree, tree.main_line()), "ac");
        assert_eq!(tree.line_to(c), [tree.root(), a, c]);
        tree.promote(b);
        assert_eq!(names(&tree, tree.walk()), "bac");
        tree.promote(c);
        assert_eq!(names(&tree, tree.main_line()), "ac");
        assert!(tree.remove(a) && !tree.remove(tree.root()));
        assert_eq!(names(&tree, tree.walk()), "b");
        assert!(!tree.remove(a), "it is gone");
    }

    #[test]
    fn trees_are_equal_by_what_they_say() {
        let (tree, [a, b, _]) = sample();
        let mut other = Tree::new();
        let first = other.add_child(other.root());
        other.node_mut(first).set("N", "a");
        let after = other.add_child(first);
        other.node_mut(after).set("N", "c");
        assert_ne!(tree, other);
        let second = other.add_child(other.root());
        assert_ne!(tree, other);
        other.node_mut(second).set("N", "b");
        assert_eq!(tree, other, "made in another order");
        let mut deeper = tree.clone();
        deeper.add_child(b);
        assert_ne!(tree, deeper);
        let mut swapped = tree.clone();
        swapped.promote(b);
        assert_ne!(tree, swapped);
        assert_eq!(tree.node(a).parent(), Some(tree.root()));
    }

    #[test]
    fn properties_are_set_where_they_stand() {
        let mut node = Node::default();
        node.set("GM", "1");
        node.push(Property::new("AB", "aa"));
        node.set("C", "x");
        node.push(Property::new("AB", "bb"));
        let raws = |node: &Node| node.values("AB").map(|value| value.raw().to_owned()).collect::<Vec<_>>();
        assert_eq!(raws(&node), ["aa", "bb"]);
        node.set_values("AB", [Value::text("cc"), Value::text("dd")]);
        assert_eq!(raws(&node), ["cc", "dd"]);
        let order: Vec<&str> = node.properties().iter().map(Property::name).collect();
        assert_eq!(order, ["GM", "AB", "C"]);
        node.set_values("AB", []);
        assert!(!node.has("AB") && !node.remove("AB") && node.remove("C"));
        assert_eq!((node.number("GM"), node.real("GM"), node.number("C")), (Some(1), Some(1.0), None));
    }
}
