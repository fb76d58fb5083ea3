//! A room as the page sees it: here steps, seats and values become words.

use enban_catalog::{AnyGame, Solved};
use enban_game::Seat;
use enban_search::{Candidate, Value};

use super::study::{Analysis, Solve};
use super::{Announcement, Room, Sitter};
use crate::api;
use crate::drawing::{self, words};
use crate::tree::{Entry, Worth};
use crate::values::{is_trusted, loss, to_api};

impl Room {
    /// The whole room. `thinking_ms` is how long the player that thinks has been thinking.
    pub(crate) fn snapshot(&self, thinking_ms: u64) -> api::Room {
        let (game, seating, study) = (&self.game, &self.seating, &self.study);
        let rules = &**game.rules();
        let thinking = |(seat, nodes): (Seat, u64)| api::Thinking { seat: seat.index(), since_ms: thinking_ms, nodes };
        api::Room {
            id: self.id.clone(),
            seq: self.seq,
            game: rules.name(),
            family: game.capabilities().family.name().to_owned(),
            seats: (0..).zip(seating.sitters()).map(|(at, sitter)| seat(rules, Seat(at), sitter)).collect(),
            running: seating.is_running(),
            delay_ms: seating.delay_ms(),
            thinking: seating.thinking().map(thinking),
            node: game.node(),
            nodes: game.tree().iter().map(|(id, entry)| self.node(id, entry)).collect(),
            view: drawing::draw(rules, game.shown()),
            not_saved: None,
            announcement: self.announcement.as_ref().map(announcement),
            analysis: self.analysis(&study.analysis),
            solver: game.capabilities().solver.is_some(),
            solve: study.solve.as_ref().map(|found| solve(rules, found)),
            review: study.review.as_ref().map(|review| api::Review {
                on: review.is_on(),
                done: review.done,
                total: review.total,
            }),
        }
    }

    fn node(&self, id: u32, entry: &Entry) -> api::Node {
        let (rules, seats) = (self.game.rules(), self.seating.sitters().len());
        let loss = (seats == 2).then(|| loss(self.game.tree(), id)).flatten();
        api::Node {
            id,
            parent: entry.parent,
            step: entry.step.map(|step| rules.write_step(step)),
            children: entry.children.clone(),
            comment: entry.comment.clone(),
            mover: entry.mover.map(Seat::index),
            value: entry.worth.map(|worth| to_api(worth, entry.to_move, seats)),
            loss: loss.map(|(loss, _)| loss),
            mistake: loss.and_then(|(_, word)| word).map(str::to_owned),
        }
    }

    fn analysis(&self, analysis: &Analysis) -> api::Analysis {
        let (rules, mover) = (&**self.game.rules(), self.game.mover());
        let candidate = |candidate: &Candidate| api::Candidate {
            step: rules.write_move(candidate.choice),
            value: to_api(Worth { value: candidate.value, depth: candidate.depth }, mover, rules.seats()),
            depth: candidate.depth,
            visits: candidate.visits,
            line: words(rules, &candidate.line),
            trusted: is_trusted(candidate.value, candidate.depth, candidate.visits),
        };
        api::Analysis {
            on: analysis.on,
            player: analysis.player.to_string(),
            node: analysis.node,
            exact: analysis.candidates.first().is_some_and(|best| matches!(best.value, Value::Exact(_))),
            nodes: analysis.nodes,
            candidates: analysis.candidates.iter().map(candidate).collect(),
        }
    }
}

fn seat(rules: &dyn AnyGame, seat: Seat, sitter: &Sitter) -> api::Seat {
    let (kind, level) = match sitter {
        Sitter::Human => ("human", None),
        Sitter::Player(_) => ("player", None),
        Sitter::Level(level, _) => ("level", Some(*level)),
    };
    api::Seat {
        kind: kind.to_owned(),
        player: sitter.player().map(ToString::to_string),
        level,
        label: rules.seat_label(seat),
        colour: drawing::colour(rules.seat_colour(seat)),
    }
}

fn announcement(announcement: &Announcement) -> api::Announcement {
    let (kind, seat, text) = match announcement {
        Announcement::Pass(seat) => ("pass", Some(*seat), None),
        Announcement::Over(winner) => ("over", *winner, None),
        Announcement::Round => ("round", None, None),
        Announcement::Failure { seat, why } => ("failure", *seat, Some(why.clone())),
    };
    let text_key = format!("announce.{kind}");
    api::Announcement { kind: kind.to_owned(), seat: seat.map(Seat::index), text_key, text }
}

fn solve(rules: &dyn AnyGame, solve: &Solve) -> api::Solve {
    // Where nothing is proven yet, no bounds that a board could have are excluded.
    let unknown = Solved {
        low: -i32::from(u8::MAX),
        high: i32::from(u8::MAX),
        best: None,
        line: Vec::new(),
        nodes: 0,
        seconds: 0.0,
        moves: Vec::new(),
    };
    let solved = solve.solved.as_ref().unwrap_or(&unknown);
    let moves = solved.moves.iter();
    let moves = moves.map(|&(choice, low, high)| api::SolvedMove { step: rules.write_move(choice), low, high });
    api::Solve {
        on: solve.is_on(),
        low: solved.low,
        high: solved.high,
        exact: solved.low == solved.high,
        best: solved.best.map(|choice| rules.write_move(choice)),
        line: words(rules, &solved.line),
        nodes: solved.nodes,
        seconds: solved.seconds,
        moves: moves.collect(),
        possible: solve.possible,
    }
}
