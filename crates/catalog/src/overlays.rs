//! What a program sees in a position, laid over the board: for now, the recognition of Go.

use enban_game::{Bits, Colour, Move, Notation};
use enban_go::recognition::{
    Fate, Group, Outcome, Reading, WEAK_STONES_MAX, candidate_values, chains, end_territory, final_status, groups,
    influence, links, strength,
};
use enban_go::{Go, State};

use crate::capabilities::OverlayKind;
use crate::view::{Overlay, OverlayCell, OverlayLine};

/// The overlays of Go, in the order of the study; the last two are what it left for later.
pub(crate) const GO_OVERLAYS: &[OverlayKind] = &[
    OverlayKind::Chains,
    OverlayKind::Links,
    OverlayKind::Groups,
    OverlayKind::Territory,
    OverlayKind::Final,
    OverlayKind::Candidates,
    OverlayKind::Strength,
    OverlayKind::Status,
];

/// An overlay of Go.
pub(crate) fn go_overlay<const W: usize>(game: &Go<W>, state: &State<W>, kind: OverlayKind) -> Overlay {
    let stones = [state.stones(Colour::Black), state.stones(Colour::White)];
    let painter = Painter { game, state, stones, overlay: blank(kind, game.board().points()) };
    match kind {
        OverlayKind::Chains => painter.chains(),
        OverlayKind::Links => painter.links(),
        OverlayKind::Groups => painter.groups(),
        OverlayKind::Territory => painter.territory(),
        OverlayKind::Final => painter.ending(),
        OverlayKind::Candidates => painter.candidates(),
        OverlayKind::Strength => painter.strength(),
        OverlayKind::Status => painter.status(),
    }
}

/// The sign on stones in seki.
const SEKI: char = '=';

fn blank(kind: OverlayKind, cells: usize) -> Overlay {
    Overlay { kind, about: "", cells: vec![OverlayCell::default(); cells], lines: Vec::new(), notes: Vec::new() }
}

/// An overlay in the making.
struct Painter<'g, const W: usize> {
    game: &'g Go<W>,
    state: &'g State<W>,
    stones: [Bits<W>; 2],
    overlay: Overlay,
}

impl<const W: usize> Painter<'_, W> {
    fn chains(mut self) -> Overlay {
        self.overlay.about = "stones joined along the lines, numbered in scan order";
        for chain in chains(self.game.board(), self.stones) {
            self.number(chain.stones, chain.number);
        }
        self.overlay
    }

    fn links(mut self) -> Overlay {
        self.overlay.about = "& is a link point of X, $ of O, % of both";
        for link in links(self.game.board(), self.stones) {
            let own = if link.colour == Colour::Black { '&' } else { '$' };
            for point in link.points.indices() {
                let letter = &mut self.overlay.cells[point].letter;
                *letter = Some(if letter.is_some_and(|other| other != own) { '%' } else { own });
            }
            self.overlay.lines.push(OverlayLine {
                from: Move(link.from as u16),
                to: Move(link.to as u16),
                kind: link.kind.name(),
                owner: link.colour,
                points: link.points.indices().map(|point| Move(point as u16)).collect(),
            });
        }
        self.overlay
    }

    fn groups(mut self) -> Overlay {
        self.overlay.about = "chains joined by links; a group has the smallest number of its chains";
        for group in groups(self.game.board(), self.stones) {
            self.number(group.stones, group.number);
        }
        self.overlay
    }

    fn territory(mut self) -> Overlay {
        self.overlay.about = "x and o: the colour with more stones within two steps of an empty point";
        let seen = influence(self.game.board(), self.stones);
        self.own(seen.owned);
        for point in 0..self.game.board().points() {
            let [black, white] = [Colour::Black, Colour::White].map(|colour| f64::from(seen.sum(colour, point)));
            self.overlay.cells[point].strength = Some(black - white);
        }
        self.note_points(seen.owned);
        self.overlay
    }

    fn ending(mut self) -> Overlay {
        self.overlay.about = "x and o: territory once groups of 4 stones or fewer are taken off (Xo: taken off)";
        let ending = end_territory(self.game.board(), self.stones, WEAK_STONES_MAX);
        self.own(ending.owned);
        self.remove(ending.removed);
        self.note_points(ending.owned);
        self.overlay
    }

    fn candidates(mut self) -> Overlay {
        self.overlay.about = "by how much a stone on each point makes the mover's territory grow, the points under stones counted with it";
        let points = self.game.legal_points(self.state);
        let points = if self.state.passes() < 2 { points } else { Bits::EMPTY };
        let values = candidate_values(self.game, self.state, points);
        for candidate in &values {
            self.overlay.cells[candidate.point].number = Some(candidate.value);
        }
        let best = values.iter().map(|candidate| candidate.value).max().filter(|&value| value > 0);
        let note = match best {
            None => "best pass".to_owned(),
            Some(best) => {
                let words = values.iter().filter(|at| at.value == best).map(|at| self.word(at.point));
                format!("best {best}: {}", words.collect::<Vec<_>>().join(" "))
            }
        };
        self.overlay.notes.push(note);
        self.overlay
    }

    fn strength(mut self) -> Overlay {
        self.overlay.about = "the liberties of each group, and what becomes of it if it is shut in";
        let groups = groups(self.game.board(), self.stones);
        for group in &groups {
            let found = strength(self.game.board(), self.stones, &groups, group);
            self.number(group.stones, found.liberties as usize);
            let open = f64::from(100 - found.enclosure) / 100.0;
            group.stones.indices().for_each(|point| self.overlay.cells[point].strength = Some(open));
            self.overlay.notes.push(format!(
                "{}: {}, {}, eye space {}, certain eyes {}, {} % enclosed; {}",
                self.title(group),
                counted(found.stones, "stone", "stones"),
                counted(found.liberties, "liberty", "liberties"),
                found.eye_space,
                found.certain_eyes,
                found.enclosure,
                in_words(found.life)
            ));
        }
        self.overlay
    }

    fn status(mut self) -> Overlay {
        self.overlay.about = "x and o: territory once dead stones are taken off (Xo: dead; =: in seki)";
        let status = final_status(self.game, self.state);
        self.own(status.territory);
        self.remove(status.dead);
        status.seki.indices().for_each(|point| self.overlay.cells[point].letter = Some(SEKI));
        let scores = status.scores.as_slice().iter().map(ToString::to_string);
        let labelled: Vec<String> =
            ["X", "O"].iter().zip(scores).map(|(label, score)| format!("{label} {score}")).collect();
        self.overlay.notes.push(format!("score {}", labelled.join("  ")));
        self.overlay
    }

    fn number(&mut self, points: Bits<W>, number: usize) {
        points.indices().for_each(|point| self.overlay.cells[point].number = Some(number as i32));
    }

    fn own(&mut self, owned: [Bits<W>; 2]) {
        for (colour, points) in [Colour::Black, Colour::White].into_iter().zip(owned) {
            points.indices().for_each(|point| self.overlay.cells[point].owner = Some(colour));
        }
    }

    fn remove(&mut self, points: Bits<W>) {
        points.indices().for_each(|point| self.overlay.cells[point].removed = true);
    }

    fn note_points(&mut self, owned: [Bits<W>; 2]) {
        self.overlay.notes.push(format!("points X {}  O {}", owned[0].count(), owned[1].count()));
    }

    fn title(&self, group: &Group<W>) -> String {
        let first = group.stones.first().map_or_else(String::new, |point| self.word(point));
        format!("{} {first}", group.colour.letter())
    }

    fn word(&self, point: usize) -> String {
        self.game.write_move(Move(point as u16))
    }
}

fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// What becomes of a group that is shut in.
fn in_words(life: Option<Reading>) -> String {
    let Some(life) = life else { return "room for eyes, not read".to_owned() };
    let word = |outcome: Outcome| match outcome {
        Outcome::Lives => "lives",
        Outcome::Ko => "is a ko",
        Outcome::Dies => "dies",
    };
    match (life.fate(), life.attacked, life.defended) {
        (Fate::Alive, ..) => "alive, whoever moves first".to_owned(),
        (Fate::Dead, ..) => "dead, whoever moves first".to_owned(),
        (Fate::Unsettled, attacked, defended) => {
            format!("unsettled: attacked it {}, defended it {}", word(attacked), word(defended))
        }
    }
}
