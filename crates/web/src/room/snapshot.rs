//! A room as the page sees it.

use enban_search::Value;

use super::Room;
use super::study::{AnalysisState, SolveState};
use crate::api::{self, SeatSpec};
use crate::tree::{Entry, Worth};
use crate::values::{is_trusted, loss, to_api};

impl Room {
    /// The whole room. `thinking_ms` is how long the player that thinks has been thinking.
    pub fn snapshot(&self, thinking_ms: u64) -> api::Room {
        api::Room {
            id: self.id.clone(),
            seq: self.seq,
            game: self.name.clone(),
            family: self.family.to_owned(),
            seats: self.seats.iter().enumerate().map(|(at, seat)| self.seat(at, seat)).collect(),
            running: self.running && !self.resting,
            delay_ms: self.delay_ms,
            thinking: self.thinking.map(|(seat, nodes)| api::Thinking { seat, since_ms: thinking_ms, nodes }),
            node: self.node,
            nodes: self.tree.iter().map(|(id, entry)| self.shown_node(id, entry)).collect(),
            view: self.view.clone(),
            announcement: self.announcement.clone(),
            analysis: self.shown_analysis(&self.analysis),
            solve: self.solve.as_ref().map(shown_solve),
            review: self.review.as_ref().map(|review| api::Review {
                on: review.is_on(),
                done: review.done,
                total: review.total,
            }),
        }
    }

    fn seat(&self, at: usize, seat: &SeatSpec) -> api::Seat {
        let (kind, level) = match seat {
            SeatSpec::Human => ("human", None),
            SeatSpec::Player { .. } => ("player", None),
            SeatSpec::Level { level } => ("level", Some(*level)),
        };
        api::Seat {
            kind: kind.to_owned(),
            player: self.expression(seat).map(str::to_owned),
            level,
            label: self.view.seat_labels[at].clone(),
            colour: self.seat_colours[at].clone(),
        }
    }

    fn shown_node(&self, id: u32, entry: &Entry) -> api::Node {
        let loss = (self.seats.len() == 2).then(|| loss(&self.tree, id)).flatten();
        api::Node {
            id,
            parent: entry.parent,
            step: entry.step.clone(),
            children: entry.children.clone(),
            comment: entry.comment.clone(),
            mover: entry.mover,
            value: entry.worth.map(|worth| to_api(worth, entry.to_move, self.seats.len())),
            loss: loss.map(|(loss, _)| loss),
            mistake: loss.and_then(|(_, word)| word).map(str::to_owned),
        }
    }

    fn shown_analysis(&self, analysis: &AnalysisState) -> api::Analysis {
        let mover = self.view.mover;
        let candidate = |candidate: &enban_catalog::CandidateView| api::Candidate {
            step: candidate.word.clone(),
            value: to_api(Worth { value: candidate.value, depth: candidate.depth }, mover, self.seats.len()),
            depth: candidate.depth,
            visits: candidate.visits,
            line: candidate.line.clone(),
            trusted: is_trusted(candidate.value, candidate.depth, candidate.visits),
        };
        api::Analysis {
            on: analysis.on,
            player: analysis.player.clone(),
            node: analysis.node,
            exact: analysis.candidates.first().is_some_and(|best| matches!(best.value, Value::Exact(_))),
            nodes: analysis.nodes,
            candidates: analysis.candidates.iter().map(candidate).collect(),
        }
    }
}

fn shown_solve(solve: &SolveState) -> api::Solve {
    let on = solve.request.on && !solve.is_done;
    let Some(solved) = &solve.solved else {
        // Nothing is proven yet: no bounds that a board could have are excluded.
        return api::Solve {
            on,
            low: -i32::from(u8::MAX),
            high: i32::from(u8::MAX),
            exact: false,
            best: None,
            line: Vec::new(),
            nodes: 0,
            seconds: 0.0,
            moves: Vec::new(),
            possible: solve.possible,
        };
    };
    let moves =
        solved.moves.iter().map(|(word, low, high)| api::SolvedMove { step: word.clone(), low: *low, high: *high });
    api::Solve {
        on,
        low: solved.low,
        high: solved.high,
        exact: solved.low == solved.high,
        best: solved.best.clone(),
        line: solved.line.clone(),
        nodes: solved.nodes,
        seconds: solved.seconds,
        moves: moves.collect(),
        possible: solve.possible,
    }
}
