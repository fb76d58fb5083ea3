//! Trees to text, without recursion.

use std::borrow::Cow;

use super::{Collection, Node, NodeId, Tree, unicode_root};

/// Lines are broken before a node that begins past this column.
const LINE_WIDTH: usize = 76;

pub(super) fn write(collection: &Collection) -> String {
    let mut out = String::new();
    for tree in &collection.trees {
        write_tree(&mut out, tree);
        out.push('\n');
    }
    out
}

/// What is still to be written.
enum Step {
    /// A variation, from this node on.
    Open(NodeId),
    /// The end of one.
    Close,
}

fn write_tree(out: &mut String, tree: &Tree) {
    let root = unicode_root(tree).map_or(Cow::Borrowed(tree.node(tree.root())), Cow::Owned);
    let mut steps = vec![Step::Close, Step::Open(tree.root())];
    let mut line_start = out.len();
    while let Some(step) = steps.pop() {
        let Step::Open(first) = step else {
            out.push(')');
            continue;
        };
        if out.len() > line_start {
            out.push('\n');
            line_start = out.len();
        }
        out.push('(');
        let mut id = first;
        loop {
            let node = if id == tree.root() { &*root } else { tree.node(id) };
            if out.len() - line_start > LINE_WIDTH {
                out.push('\n');
                line_start = out.len();
            }
            write_node(out, node);
            match node.children() {
                [only] => id = *only,
                children => {
                    steps.extend(children.iter().rev().flat_map(|&child| [Step::Close, Step::Open(child)]));
                    break;
                }
            }
        }
    }
}

fn write_node(out: &mut String, node: &Node) {
    out.push(';');
    for property in node.properties() {
        out.push_str(property.name());
        for value in property.values() {
            out.push('[');
            out.push_str(value.raw());
            out.push(']');
        }
    }
}
