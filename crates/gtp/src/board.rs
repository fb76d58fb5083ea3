//! The game that a conversation is about: what was played and set up, whose turn it is, and the way back.

use enban_catalog::{AnyGame, Expression, Session, View, open};
use enban_game::{Cell, Colour, Diagram, Seat, Watch};
use enban_search::Failure;

use crate::rules::RuleSet;
use crate::stage::{Origin, Stage};

/// A board that only ever holds what the rules allow.
pub(crate) struct Board {
    game: Box<dyn AnyGame>,
    name: Expression,
    names: Vec<Option<String>>,
    side: usize,
    /// Never empty.
    stages: Vec<Stage>,
    /// Where each turn began, so that `undo` takes back all that a command did.
    turns: Vec<Mark>,
}

/// A place in the past.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    stages: usize,
    steps: usize,
}

/// A square, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A cell of the drawn board, row by row from the top.
    At(usize),
    /// No stone.
    Pass,
}

/// The move is against the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Illegal;

/// What was done when a move was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    /// This move, as the protocol writes it.
    Move(String),
    /// The game was given up.
    Resigned,
    /// Nothing: the player chose what would bring back a position from before the turn was changed.
    Repetition,
}

impl Board {
    /// A new game of a name with options; otherwise what is wrong with it.
    pub(crate) fn open(name: &str) -> Result<Self, String> {
        let game = open(name).map_err(|error| error.to_string())?;
        if game.seats() != 2 {
            return Err(format!("{} has {} seats, and GTP has two colours", game.name(), game.seats()));
        }
        let name = Expression::parse(&game.name()).expect("games have names that can be read");
        let stage = Stage::begin(&*game, None, None)?;
        let diagram = stage.session.view().diagram;
        let (names, side) = (names_of(&diagram), diagram.columns.len());
        Ok(Self { game, name, names, side, stages: vec![stage], turns: Vec::new() })
    }

    /// The game with its options.
    pub(crate) fn name(&self) -> &Expression {
        &self.name
    }

    /// The rules.
    pub(crate) fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Whether passing is a move, as in Go.
    pub(crate) fn is_go(&self) -> bool {
        self.name.name.starts_with("go")
    }

    /// Columns, and rows.
    pub(crate) fn side(&self) -> usize {
        self.side
    }

    /// What can be seen of the position.
    pub(crate) fn view(&self) -> View {
        self.session().view()
    }

    /// The game in progress.
    pub(crate) fn session(&self) -> &dyn Session {
        &*self.top().session
    }

    /// The name of a cell; none outside the board.
    pub(crate) fn vertex(&self, cell: usize) -> Option<&str> {
        self.names[cell].as_deref()
    }

    /// The names of cells.
    pub(crate) fn vertices(&self, cells: impl IntoIterator<Item = usize>) -> Vec<String> {
        cells.into_iter().filter_map(|cell| self.vertex(cell)).map(str::to_owned).collect()
    }

    /// The square that a word names, in any case.
    pub(crate) fn read(&self, word: &str) -> Option<Spot> {
        if word.eq_ignore_ascii_case("pass") {
            return Some(Spot::Pass);
        }
        let named = |name: &Option<String>| name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(word));
        self.names.iter().position(named).map(Spot::At)
    }

    /// A new game.
    pub(crate) fn clear(&mut self) {
        self.stages = vec![Stage::begin(&*self.game, None, None).expect("a game can begin")];
        self.turns.clear();
    }

    /// The same moves under another name; nothing changes if they cannot be played under it.
    pub(crate) fn rename(&mut self, name: &str) -> Result<(), String> {
        let mut other = Self::open(name)?;
        other.stages.clear();
        for stage in &self.stages {
            let moves = stage.session.text_from(0);
            let begun = Stage::begin(&*other.game, stage.start.clone(), Some(&moves))?;
            if stage.origin == Origin::Turn {
                other.remember();
            }
            other.stages.push(begun.with(stage.origin, stage.handicap));
            if other.has_repeated() {
                return Err("the moves repeat a position".to_owned());
            }
        }
        other.turns = std::mem::take(&mut self.turns);
        *self = other;
        Ok(())
    }

    /// Plays for a seat, whoever is on turn.
    pub(crate) fn play(&mut self, seat: Seat, spot: Spot) -> Result<(), Illegal> {
        let mark = self.mark();
        let done = self.give_turn(seat).and_then(|()| self.step(spot));
        match done {
            Ok(()) => self.end_turn(mark),
            Err(Illegal) => self.go_back(mark),
        }
        done
    }

    /// What there is to see after a move that is not made; `None` if it is illegal.
    pub(crate) fn look_after<T>(&mut self, seat: Seat, spot: Spot, look: impl FnOnce(&Self) -> T) -> Option<T> {
        let mark = self.mark();
        let done = self.give_turn(seat).and_then(|()| self.step(spot));
        let seen = done.is_ok().then(|| look(self));
        self.go_back(mark);
        seen
    }

    /// Has a player make a move for a seat. `Ok(None)` if the game is over.
    pub(crate) fn think(
        &mut self,
        seat: Seat,
        player: &Expression,
        seed: u64,
        watch: &Watch,
    ) -> Result<Option<Made>, String> {
        let mark = self.mark();
        self.give_turn(seat).map_err(|Illegal| "wrong colour: the other side is to move".to_owned())?;
        if let Err(reason) = self.top_mut().seat(seat, player, seed) {
            self.go_back(mark);
            return Err(reason);
        }
        match self.top_mut().session.think(watch) {
            Ok(Some(made)) if made.word != "pass" && self.repeats() => {
                self.go_back(mark);
                Ok(Some(Made::Repetition))
            }
            Ok(Some(made)) => {
                self.end_turn(mark);
                Ok(Some(Made::Move(capital(&made.word))))
            }
            Ok(None) => Ok(None),
            Err(Failure(reason)) => {
                self.go_back(mark);
                if reason.starts_with("resigned") { Ok(Some(Made::Resigned)) } else { Err(reason) }
            }
        }
    }

    /// Takes the last turn back, with what was done for it. Stones that were set up stay.
    pub(crate) fn undo(&mut self) -> bool {
        if self.turns_since_setup() == 0 {
            return false;
        }
        let mark = self.turns.pop().expect("there are turns since the set-up");
        self.go_back(mark);
        true
    }

    /// How many turns can be taken back.
    pub(crate) fn turns_since_setup(&self) -> usize {
        let set_up = self.stages.iter().rposition(|stage| stage.origin == Origin::Setup).unwrap_or(0);
        self.turns.iter().rev().take_while(|mark| mark.stages > set_up).count()
    }

    /// How many turns there were.
    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// The handicap stones of the game.
    pub(crate) fn handicap(&self) -> usize {
        self.top().handicap
    }

    /// So many of the stones are a handicap.
    pub(crate) fn set_handicap(&mut self, stones: usize) {
        self.top_mut().handicap = stones;
    }

    /// Makes it the turn of a seat: in Go freely, elsewhere if the other side has to pass. A game of Go that was over
    /// goes on.
    pub(crate) fn give_turn(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.play_on();
        let standing = self.session().standing();
        if standing.over || standing.mover == seat.index() {
            return Ok(());
        }
        if !self.is_go() {
            return self.top_mut().session.step("pass").map_err(|_| Illegal);
        }
        self.go_on(seat);
        Ok(())
    }

    /// This moment, to come back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark { stages: self.stages.len(), steps: self.session().standing().steps }
    }

    /// Back to an earlier moment.
    pub(crate) fn go_back(&mut self, mark: Mark) {
        self.stages.truncate(mark.stages);
        while self.session().standing().steps > mark.steps {
            self.top_mut().session.undo().expect("there are steps to take back");
        }
    }

    /// Sets cells, with a seat to move. Otherwise says what is wrong with the position.
    pub(crate) fn set_up(&mut self, cells: &[(usize, Option<Colour>)], mover: Seat) -> Result<(), String> {
        let mut colours = self.colours();
        cells.iter().for_each(|&(cell, colour)| colours[cell] = colour);
        let position = self.position(&colours, mover, self.prisoners());
        self.begin_stage(position, Origin::Setup)
    }

    /// Makes it the turn of a seat in a position from which nothing was played.
    pub(crate) fn set_mover(&mut self, mover: Seat) -> Result<(), String> {
        let position = self.position(&self.colours(), mover, self.prisoners());
        let begun = Stage::begin(&*self.game, Some(position), None)?;
        let (origin, handicap) = (self.top().origin, self.top().handicap);
        *self.top_mut() = begun.with(origin, handicap);
        Ok(())
    }

    /// Takes the last set-up back, if nothing was played since.
    pub(crate) fn undo_setup(&mut self) -> bool {
        let top = self.top();
        if top.origin != Origin::Setup || top.session.standing().steps > 0 {
            return false;
        }
        self.stages.pop();
        true
    }

    /// The colours of the cells, row by row from the top.
    pub(crate) fn colours(&self) -> Vec<Option<Colour>> {
        colours_of(&self.view().diagram)
    }

    /// The stones that black and white have lost, as far as the game counts them.
    pub(crate) fn prisoners(&self) -> [u32; 2] {
        let position = self.view().position;
        let field = position.split_whitespace().find_map(|word| word.strip_prefix("prisoners=")?.split_once(','));
        field.and_then(|(black, white)| Some([black.parse().ok()?, white.parse().ok()?])).unwrap_or([0, 0])
    }

    /// The text of a position with these stones.
    pub(crate) fn position(&self, colours: &[Option<Colour>], mover: Seat, prisoners: [u32; 2]) -> String {
        let letter = |cell: usize| match (self.vertex(cell), colours[cell]) {
            (None, _) => '.',
            (Some(_), colour) => colour.map_or('-', Colour::letter),
        };
        let row = |row: usize| (row * self.side..(row + 1) * self.side).map(letter).collect::<String>();
        let rows = (0..self.names.len() / self.side).map(row).collect::<Vec<_>>().join("/");
        let mut text = format!("{rows} {}", if mover.0 == 0 { 'X' } else { 'O' });
        if prisoners != [0, 0] {
            text += &format!(" prisoners={},{}", prisoners[0], prisoners[1]);
        }
        text
    }

    /// A game of Go that two passes have ended goes on.
    fn play_on(&mut self) {
        let standing = self.session().standing();
        if !self.is_go() || !standing.over {
            return;
        }
        self.go_on(Seat(standing.mover as u8));
    }

    /// From the position on the board in a stage of its own, with a seat to move. The ko is over, superko looks back.
    fn go_on(&mut self, seat: Seat) {
        self.remember();
        let position = self.position(&self.colours(), seat, self.prisoners());
        self.begin_stage(position, Origin::Turn).expect("the position was on the board");
    }

    fn begin_stage(&mut self, position: String, origin: Origin) -> Result<(), String> {
        let begun = Stage::begin(&*self.game, Some(position), None)?;
        self.stages.push(begun.with(origin, self.handicap()));
        Ok(())
    }

    /// Notes where a turn that was made began. Players of earlier stages will not be asked again, and their trees are
    /// large.
    fn end_turn(&mut self, mark: Mark) {
        self.turns.push(mark);
        let earlier = self.stages.len() - 1;
        self.stages[..earlier].iter_mut().for_each(Stage::unseat);
    }

    /// Keeps what the rule against repetition has to know of the stage on top, before another goes on from it.
    fn remember(&mut self) {
        let boards = if self.remembers() { self.boards() } else { Vec::new() };
        self.top_mut().boards = boards.into_iter().map(|(_, board)| board).collect();
    }

    /// The boards of the stage on top, each with the step that led to it.
    fn boards(&self) -> Vec<(Option<String>, String)> {
        // The moves were legal, and under superko it costs much to see which others are.
        let mut name = self.name.clone();
        name.arguments.retain(|(key, _)| key != "ko");
        name.arguments.push(("ko".to_owned(), "simple".to_owned()));
        let game = open(&name.to_string()).expect("every board of Go has simple ko");
        let positions = self.top().retrace(&*game).into_iter();
        positions.map(|(step, position)| (step, self.board_of(&position))).collect()
    }

    /// Whether the last move has brought back a position from before the turn was changed. Of later ones the session
    /// knows.
    fn repeats(&self) -> bool {
        self.top().origin == Origin::Turn && self.remembers() && self.is_past(&self.board_of(&self.view().position))
    }

    /// The same for all moves of the stage on top.
    fn has_repeated(&self) -> bool {
        let is_move = |step: &Option<String>| step.as_ref().is_some_and(|word| word != "pass");
        self.top().origin == Origin::Turn
            && self.remembers()
            && self.boards().iter().any(|(step, board)| is_move(step) && self.is_past(board))
    }

    /// Whether a board was there in a stage that the one on top goes on from.
    fn is_past(&self, board: &str) -> bool {
        let mut pairs = self.stages.windows(2).rev().take_while(|pair| pair[1].origin == Origin::Turn);
        pairs.any(|pair| pair[0].boards.iter().any(|past| past == board))
    }

    /// Whether a rule against repetition looks further back than one move.
    fn remembers(&self) -> bool {
        self.is_go() && RuleSet::of(&self.name).ko != "simple"
    }

    /// What that rule compares: the stones, and whose turn it is if that matters.
    fn board_of(&self, position: &str) -> String {
        let words = if RuleSet::of(&self.name).ko == "situational" { 2 } else { 1 };
        position.split_whitespace().take(words).collect::<Vec<_>>().join(" ")
    }

    /// Makes one step for the seat on turn.
    fn step(&mut self, spot: Spot) -> Result<(), Illegal> {
        let word = match spot {
            Spot::Pass => "pass",
            Spot::At(cell) => &self.names[cell].clone().ok_or(Illegal)?,
        };
        let before = self.mark();
        self.top_mut().session.step(word).map_err(|_| Illegal)?;
        // The session passes by itself where it must, and then the move was the other side's.
        let was_others = self.mark().steps > before.steps + 1;
        if was_others || (spot != Spot::Pass && self.repeats()) { Err(Illegal) } else { Ok(()) }
    }

    /// Whether a seat has a player that keeps what it has learned.
    #[cfg(test)]
    pub(crate) fn is_seated(&self, seat: Seat) -> bool {
        self.top().is_seated(seat)
    }

    fn top(&self) -> &Stage {
        self.stages.last().expect("there is always a stage")
    }

    fn top_mut(&mut self) -> &mut Stage {
        self.stages.last_mut().expect("there is always a stage")
    }
}

/// A word as the protocol writes it.
pub(crate) fn capital(word: &str) -> String {
    if word == "pass" { word.to_owned() } else { word.to_ascii_uppercase() }
}

/// The colours of a drawn board.
pub(crate) fn colours_of(diagram: &Diagram) -> Vec<Option<Colour>> {
    let colour = |cell: &Cell| if let Cell::Filled(_, colour) = cell { Some(*colour) } else { None };
    diagram.cells.iter().map(colour).collect()
}

fn names_of(diagram: &Diagram) -> Vec<Option<String>> {
    let width = diagram.columns.len();
    let name = |cell: usize| capital(&format!("{}{}", diagram.columns[cell % width], diagram.rows[cell / width]));
    let cells = diagram.cells.iter().enumerate();
    cells.map(|(cell, content)| (*content != Cell::Outside).then(|| name(cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Seat = Seat(0);
    const WHITE: Seat = Seat(1);

    fn play(board: &mut Board, seat: Seat, word: &str) -> Result<(), Illegal> {
        board.play(seat, board.read(word).unwrap())
    }

    /// White has just taken a ko and passes out of turn.
    fn after_ko(game: &str) -> Board {
        let mut board = Board::open(game).unwrap();
        for (number, word) in ["b1", "c1", "a2", "d2", "b3", "c3", "c2", "b2"].into_iter().enumerate() {
            play(&mut board, Seat(number as u8 % 2), word).unwrap();
        }
        play(&mut board, WHITE, "pass").unwrap();
        board
    }

    #[test]
    fn superko_looks_back_beyond_a_change_of_turn() {
        let check = |game: &str, expected: Result<(), Illegal>| {
            let mut board = after_ko(game);
            let before = board.view().position;
            assert_eq!(play(&mut board, BLACK, "c2"), expected, "{game}");
            assert_eq!(board.view().position == before, expected.is_err(), "{game}");
        };
        check("go5", Ok(()));
        check("go5(ko=positional)", Err(Illegal));
        check("go5(ko=situational)", Err(Illegal));
    }

    #[test]
    fn superko_looks_back_beyond_two_passes() {
        let check = |game: &str, expected: Result<(), Illegal>| {
            let mut board = after_ko(game);
            play(&mut board, BLACK, "pass").unwrap();
            assert!(board.session().standing().over, "{game}");
            play(&mut board, WHITE, "e5").unwrap();
            assert_eq!(play(&mut board, BLACK, "c2"), Ok(()), "{game}: the stone makes another position");
            board.undo();
            board.undo();
            assert_eq!(play(&mut board, BLACK, "c2"), expected, "{game}");
        };
        check("go5", Ok(()));
        check("go5(ko=positional)", Err(Illegal));
        check("go5(ko=situational)", Err(Illegal));
    }

    #[test]
    fn rules_that_forbid_what_was_played_are_refused() {
        let mut board = after_ko("go5");
        play(&mut board, BLACK, "c2").unwrap();
        let before = board.view().position;
        assert_eq!(board.rename("go5(ko=positional)"), Err("the moves repeat a position".to_owned()));
        assert_eq!(board.view().position, before);
        board.undo();
        assert_eq!(board.rename("go5(ko=positional)"), Ok(()));
        assert_eq!(play(&mut board, BLACK, "c2"), Err(Illegal));
    }

    #[test]
    fn a_player_does_not_repeat_what_it_could_not_see() {
        let mut board = after_ko("go5(ko=positional)");
        let before = board.view().position;
        let player = Expression::plain("random");
        let mut repetitions = 0;
        for _ in 0..100 {
            match board.think(BLACK, &player, 1, &Watch::default()).unwrap().unwrap() {
                Made::Move(word) => {
                    assert_ne!(word, "C2");
                    board.undo();
                }
                Made::Repetition => repetitions += 1,
                Made::Resigned => panic!("a random player goes on"),
            }
            assert_eq!(board.view().position, before);
        }
        assert!(repetitions > 0, "a random player tries everything");
    }

    #[test]
    fn nobody_passes_when_a_side_moves_twice() {
        let mut board = Board::open("go5").unwrap();
        play(&mut board, BLACK, "c3").unwrap();
        play(&mut board, BLACK, "b2").unwrap();
        assert_eq!(board.view().position, "...../...../..X../.X.../..... O");
        board.give_turn(BLACK).unwrap();
        assert_eq!(board.view().position, "...../...../..X../.X.../..... X");
    }

    #[test]
    fn only_the_last_stage_keeps_its_players() {
        let mut board = Board::open("go5").unwrap();
        let player = Expression::plain("random");
        for _ in 0..3 {
            board.think(WHITE, &player, 1, &Watch::default()).unwrap();
        }
        let seated: Vec<bool> = board.stages.iter().map(|stage| stage.is_seated(WHITE)).collect();
        assert_eq!(seated, [false, false, false, true]);
    }
}
