//! A position as it is shown: what can be seen of it, the step that led there, and what is laid over it.

use enban_catalog::{Overlay, OverlayKind, Session, View};
use enban_game::{Capture, Step};

/// What is laid over a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Laid {
    /// What it needs to be understood.
    Usual,
    /// Nothing at all.
    Nothing,
    /// This overlay.
    Overlay(OverlayKind),
}

/// The step that led to a position, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Last {
    /// The step.
    pub step: Step,
    /// What it took, line by line.
    pub captures: Vec<Capture>,
}

/// A position that is shown.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// What can be seen of it.
    pub view: View,
    /// The step that led here.
    pub last: Option<Last>,
    /// What is laid over it.
    pub overlay: Option<Overlay>,
}

impl Shown {
    /// The position of a session.
    pub(crate) fn of(session: &dyn Session, laid: Laid) -> Self {
        let last = session.steps().last().copied();
        let last = last.zip(session.last_captures()).map(|(step, captures)| Last { step, captures });
        Self::after(last, session, laid)
    }

    /// The position of a session whose last step is known with what it took.
    pub(crate) fn after(last: Option<Last>, session: &dyn Session, laid: Laid) -> Self {
        let view = session.view();
        let kind = match laid {
            // A score that leaves out stones still on the board is not understood unless they are marked.
            Laid::Usual => (view.is_over() && !view.taken_off.is_empty()).then_some(OverlayKind::Status),
            Laid::Nothing => None,
            Laid::Overlay(kind) => Some(kind),
        };
        Self { overlay: kind.and_then(|kind| session.overlay(kind)), view, last }
    }

    /// A step from here with what it takes; `None` if it is not legal.
    pub(crate) fn next(&self, step: Step) -> Option<Last> {
        let captures = match step {
            Step::Play(choice) => self.view.moves().iter().find(|legal| legal.choice == choice)?.captures.clone(),
            Step::Pass => Vec::new(),
        };
        Some(Last { step, captures })
    }
}
