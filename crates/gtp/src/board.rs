//! The current game: moves, set-ups and changes of turn, and undo for all of them.

use std::sync::Arc;

use enban_catalog::{AnyGame, Capabilities, Expression, Family, GoTerms, Layout, Rules, Session, View, open, open_go};
use enban_game::{Cell, Colour, IllegalStep, Mark, Move, Seat, SetUpError, Step, Turn};
use enban_search::{Desk, Failure, Thought};

use crate::vertices::Vertices;

/// A game in progress, which only ever holds legal positions.
pub(crate) struct Board {
    game: Box<dyn AnyGame>,
    capabilities: Capabilities,
    layout: Layout,
    vertices: Arc<Vertices>,
    session: Box<dyn Session>,
    /// The players at the board; one that is asked again keeps its tree.
    seated: [Option<Expression>; 2],
    /// The start of each turn, so that `undo` takes back all that a command did.
    turns: Vec<Mark>,
    /// The moments before each set-up.
    set_ups: Vec<Mark>,
    /// Handicap stones, with the moment they were placed.
    handicaps: Vec<(Mark, usize)>,
}

/// The move is against the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Illegal;

/// The result of a request for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    /// A step was made.
    Step(Step),
    /// The player resigned.
    Resigned,
    /// The game is over.
    Nothing,
}

impl Board {
    /// A new game by its name with options; otherwise what is wrong with the name.
    pub(crate) fn open(name: &str) -> Result<Self, String> {
        Self::of(open(name).map_err(|error| error.to_string())?)
    }

    fn of(game: Box<dyn AnyGame>) -> Result<Self, String> {
        if game.seats() != 2 {
            return Err(format!("{} has {} seats, and GTP has two colours", game.name(), game.seats()));
        }
        Ok(Self {
            capabilities: game.capabilities(),
            layout: game.layout(),
            vertices: Arc::new(Vertices::of(&*game)),
            session: game.begin(),
            seated: [None, None],
            turns: Vec::new(),
            set_ups: Vec::new(),
            handicaps: Vec::new(),
            game,
        })
    }

    /// A new game under the same rules with their usual komi on a board of so many lines, if there is one.
    pub(crate) fn resized(&self, lines: usize) -> Option<Self> {
        let game = match self.go() {
            Some(terms) => open_go(lines, terms.rules.with_usual_komi()).ok()?,
            None => open(&self.game.name()).ok().filter(|_| lines == self.side())?,
        };
        Self::of(game).ok()
    }

    /// A new game.
    pub(crate) fn clear(&mut self) {
        self.session = self.game.begin();
        self.seated = [None, None];
        self.turns.clear();
        self.set_ups.clear();
        self.handicaps.clear();
    }

    /// Continues the game under other rules of Go; nothing changes if they forbid what was played.
    pub(crate) fn change_rules(&mut self, rules: Rules) -> Result<(), String> {
        let game = open_go(self.side(), rules).map_err(|error| error.to_string())?;
        let adopted = game.adopt(&*self.session).ok_or("this game has no such rules")?;
        self.session = adopted.map_err(|illegal| match illegal {
            IllegalStep::Repeats => "the moves repeat a position".to_owned(),
            other => format!("these rules forbid what was played: {other}"),
        })?;
        self.seated = [None, None];
        self.capabilities = game.capabilities();
        self.game = game;
        Ok(())
    }

    /// The rules.
    pub(crate) fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The name of the game without its options.
    pub(crate) fn plain_name(&self) -> String {
        Expression::parse(&self.game.name()).expect("games have names that can be read").name
    }

    /// What the game can do.
    pub(crate) fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// The terms of a game of Go.
    pub(crate) fn go(&self) -> Option<GoTerms> {
        self.capabilities.go
    }

    /// The family of the game.
    pub(crate) fn family(&self) -> Family {
        self.capabilities.family
    }

    /// The squares in rows and columns.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of columns, which is that of the rows.
    pub(crate) fn side(&self) -> usize {
        self.layout.columns.len()
    }

    /// The names of the moves.
    pub(crate) fn vertices(&self) -> &Arc<Vertices> {
        &self.vertices
    }

    /// The game in progress.
    pub(crate) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// What can be seen of the position.
    pub(crate) fn view(&self) -> View {
        self.session.view()
    }

    /// The stones on the board, row by row from the top.
    pub(crate) fn stones(&self) -> Vec<(Move, Colour)> {
        let stone = |cell: &Cell| match cell {
            Cell::Filled(square, colour) => Some((*square, *colour)),
            Cell::Empty(_) | Cell::Outside => None,
        };
        self.view().diagram.cells.iter().filter_map(stone).collect()
    }

    /// Plays for a seat, whoever is on turn.
    pub(crate) fn play(&mut self, seat: Seat, step: Step) -> Result<(), Illegal> {
        let mark = self.session.mark();
        let begun = self.try_play(seat, step)?;
        if begun == Stretch::New {
            self.unseat();
        }
        self.turns.push(mark);
        Ok(())
    }

    /// Looks at the board as if a seat had made a move; `None` if the move is illegal.
    pub(crate) fn look_after<T>(&mut self, seat: Seat, step: Step, look: impl FnOnce(&Self) -> T) -> Option<T> {
        let mark = self.session.mark();
        self.try_play(seat, step).ok()?;
        let seen = look(self);
        self.go_back(mark);
        Some(seen)
    }

    /// Lets a player, given with its seed, think for a seat, and makes the step that `choose` picks by its thought, or
    /// resigns if it picks none. The player stays at the board and keeps its tree.
    pub(crate) fn think(
        &mut self,
        seat: Seat,
        player: (&Expression, u64),
        desk: &Desk<'_>,
        choose: impl FnOnce(&mut Self, &Thought) -> Option<Step>,
    ) -> Result<Made, String> {
        let mark = self.session.mark();
        if self.give_turn(seat).map_err(|Illegal| wrong_colour())? == Stretch::New {
            self.unseat();
        }
        if let Err(reason) = self.seat(seat, player) {
            self.go_back(mark);
            return Err(reason);
        }
        let step = match self.session.consider(desk) {
            Ok(Some(thought)) => match choose(self, &thought) {
                Some(step) => step,
                None => {
                    self.go_back(mark);
                    return Ok(Made::Resigned);
                }
            },
            Ok(None) if matches!(self.session.turn(), Turn::Pass) => Step::Pass,
            Ok(None) => return Ok(Made::Nothing),
            Err(failure) => {
                self.go_back(mark);
                return match failure {
                    Failure::Resigned { .. } => Ok(Made::Resigned),
                    failure => Err(failure.to_string()),
                };
            }
        };
        self.session.play(step).expect("players make legal moves");
        self.turns.push(mark);
        Ok(Made::Step(step))
    }

    /// Lets the player that last thought for a seat go on thinking, unless it is that seat's turn.
    pub(crate) fn ponder(&mut self, seat: Seat, desk: &Desk<'_>) {
        if self.session.mover() != seat {
            self.session.ponder(seat, desk);
        }
    }

    /// Looks at the board as if it were the turn of a seat; an error if it cannot be.
    pub(crate) fn look_as<T>(&mut self, seat: Seat, look: impl FnOnce(&Self) -> T) -> Result<T, String> {
        let mark = self.session.mark();
        self.give_turn(seat).map_err(|Illegal| wrong_colour())?;
        let seen = look(self);
        self.go_back(mark);
        Ok(seen)
    }

    /// Takes the last turn back, including a change of turn or a forced pass before it. Set-ups stay. Returns true if
    /// there was a turn to take back.
    pub(crate) fn undo(&mut self) -> bool {
        if self.turns_since_set_up() == 0 {
            return false;
        }
        let mark = self.turns.pop().expect("there are turns since the set-up");
        self.go_back(mark);
        true
    }

    /// The number of turns that can be taken back.
    pub(crate) fn turns_since_set_up(&self) -> usize {
        let set_up = self.session.last_set_up();
        self.turns.iter().rev().take_while(|mark| set_up.is_none_or(|set_up| **mark >= set_up)).count()
    }

    /// The number of turns so far.
    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// The handicap stones of the game.
    pub(crate) fn handicap(&self) -> usize {
        self.handicaps.last().map_or(0, |(_, stones)| *stones)
    }

    /// Declares that so many stones are a handicap.
    pub(crate) fn set_handicap(&mut self, stones: usize) {
        self.handicaps.push((self.session.mark(), stones));
    }

    /// Changes cells and says who is to move; an error says what is wrong with the position.
    pub(crate) fn set_up(&mut self, cells: &[(Move, Option<Colour>)], mover: Seat) -> Result<(), String> {
        let mark = self.session.mark();
        self.session.set_up(cells, mover).map_err(|error| self.in_words(error))?;
        self.set_ups.push(mark);
        self.unseat();
        Ok(())
    }

    /// Says who is to move, before any move is played.
    pub(crate) fn set_mover(&mut self, mover: Seat) -> Result<(), String> {
        self.session.set_mover(mover).map_err(|error| self.in_words(error))
    }

    /// Takes the last set-up back if nothing was played since. Returns true if it did.
    pub(crate) fn undo_set_up(&mut self) -> bool {
        let is_last = self.session.last_set_up() == Some(self.session.mark());
        if is_last {
            let before = *self.set_ups.last().expect("every set-up is noted");
            self.go_back(before);
        }
        is_last
    }

    /// Returns true if a seat has a player.
    #[cfg(test)]
    pub(crate) fn is_seated(&self, seat: Seat) -> bool {
        self.seated[seat.index()].is_some()
    }

    fn try_play(&mut self, seat: Seat, step: Step) -> Result<Stretch, Illegal> {
        let mark = self.session.mark();
        let begun = self.give_turn(seat)?;
        if self.session.play(step).is_err() {
            self.go_back(mark);
            return Err(Illegal);
        }
        Ok(begun)
    }

    /// Gives the turn to a seat: in Go at any time, elsewhere if the other side has to pass.
    fn give_turn(&mut self, seat: Seat) -> Result<Stretch, Illegal> {
        let mark = self.session.mark();
        self.session.give_turn(seat).map_err(|_| Illegal)?;
        let is_new = self.session.mark() != mark && self.session.steps().is_empty();
        Ok(if is_new { Stretch::New } else { Stretch::Same })
    }

    fn go_back(&mut self, mark: Mark) {
        self.session.go_back(mark);
        self.set_ups.retain(|before| *before < mark);
        self.handicaps.retain(|(since, _)| *since <= mark);
    }

    /// Gives a seat to a player, unless it has the seat already.
    fn seat(&mut self, seat: Seat, (player, seed): (&Expression, u64)) -> Result<(), String> {
        let known = &mut self.seated[seat.index()];
        if known.as_ref() != Some(player) {
            *known = None;
            self.session.seat_player(seat, player, seed).map_err(|error| error.to_string())?;
            *known = Some(player.clone());
        }
        Ok(())
    }

    /// Dismisses the players: their trees are large, and of no use in another stretch of the game.
    fn unseat(&mut self) {
        for (seat, player) in self.seated.iter_mut().enumerate() {
            *player = None;
            self.session.clear_seat(Seat(seat as u8));
        }
    }

    fn in_words(&self, error: SetUpError) -> String {
        match error {
            SetUpError::NoLiberty(point) => format!("the chain at {} has no liberty", self.vertices.of_move(point)),
            other => other.to_string(),
        }
    }
}

/// Whether a turn continues the moves before it or begins another stretch of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stretch {
    Same,
    New,
}

fn wrong_colour() -> String {
    "wrong colour: the other side is to move".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::Watch;

    const BLACK: Seat = Seat(0);
    const WHITE: Seat = Seat(1);

    fn play(board: &mut Board, seat: Seat, word: &str) -> Result<(), Illegal> {
        board.play(seat, board.vertices().read(word).unwrap())
    }

    fn best(_: &mut Board, thought: &Thought) -> Option<Step> {
        Some(Step::Play(thought.choice))
    }

    fn rules_of(name: &str) -> Rules {
        open(name).unwrap().capabilities().go.unwrap().rules
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
            let before = board.session().position();
            assert_eq!(play(&mut board, BLACK, "c2"), expected, "{game}");
            assert_eq!(board.session().position() == before, expected.is_err(), "{game}");
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
        let before = board.session().position();
        let superko = rules_of("go5(ko=positional)");
        assert_eq!(board.change_rules(superko), Err("the moves repeat a position".to_owned()));
        assert_eq!((board.session().position(), board.game().name()), (before, "go5".to_owned()));
        board.undo();
        assert_eq!(board.change_rules(superko), Ok(()));
        assert_eq!(board.game().name(), "go5(ko=positional)");
        assert_eq!(play(&mut board, BLACK, "c2"), Err(Illegal));
    }

    #[test]
    fn a_player_never_repeats_a_position_from_before_the_turn_was_changed() {
        let mut board = after_ko("go5(ko=positional)");
        let before = board.session().position();
        let watch = Watch::default();
        let repeating = board.vertices().read("c2").unwrap();
        let mut made = Vec::new();
        for seed in 0..300 {
            match board.think(BLACK, (&Expression::plain("random"), seed), &Desk::quiet(&watch), best).unwrap() {
                Made::Step(step) => made.push(step),
                other => panic!("a random player goes on: {other:?}"),
            }
            board.undo();
            board.unseat();
            assert_eq!(board.session().position(), before);
        }
        assert!(!made.contains(&repeating), "{made:?}");
        made.sort_by_key(|step| format!("{step:?}"));
        made.dedup();
        assert_eq!(made.len(), 17, "all but one of the 18 empty points are played: {made:?}");
    }

    #[test]
    fn nobody_passes_when_a_side_moves_twice() {
        let mut board = Board::open("go5").unwrap();
        play(&mut board, BLACK, "c3").unwrap();
        play(&mut board, BLACK, "b2").unwrap();
        assert_eq!(board.session().position(), "...../...../..X../.X.../..... O");
        board.give_turn(BLACK).unwrap();
        assert_eq!(board.session().position(), "...../...../..X../.X.../..... X");
    }

    #[test]
    fn players_stay_until_the_game_goes_on_from_elsewhere() {
        let mut board = Board::open("go5").unwrap();
        let (player, watch) = (Expression::plain("random"), Watch::default());
        let ask = |board: &mut Board, seat| board.think(seat, (&player, 1), &Desk::quiet(&watch), best).unwrap();
        let seated = |board: &Board| [BLACK, WHITE].map(|seat| board.is_seated(seat));
        ask(&mut board, BLACK);
        ask(&mut board, WHITE);
        assert_eq!(seated(&board), [true, true]);
        ask(&mut board, WHITE);
        assert_eq!(seated(&board), [false, true], "out of turn");
        board.set_up(&[], BLACK).unwrap();
        assert_eq!(seated(&board), [false, false]);
        ask(&mut board, BLACK);
        board.clear();
        assert_eq!(seated(&board), [false, false]);
    }

    #[test]
    fn set_ups_are_taken_back_with_their_handicap() {
        let mut board = Board::open("go5").unwrap();
        play(&mut board, BLACK, "c3").unwrap();
        let before = board.session().position();
        assert!(!board.undo_set_up());
        board.set_up(&[(Move(0), Some(Colour::Black)), (Move(4), Some(Colour::Black))], WHITE).unwrap();
        board.set_handicap(2);
        let after = board.session().position();
        board.set_up(&[(Move(4), None)], WHITE).unwrap();
        assert_eq!((board.handicap(), board.turns_since_set_up()), (2, 0));
        assert!(!board.undo(), "stones that were set up stay");
        assert!(board.undo_set_up());
        assert_eq!((board.session().position(), board.handicap()), (after, 2));
        play(&mut board, WHITE, "b2").unwrap();
        assert!(!board.undo_set_up(), "a move was played");
        assert!(board.undo());
        assert!(board.undo_set_up());
        assert_eq!((board.session().position(), board.handicap(), board.turns_since_set_up()), (before, 0, 1));
    }

    #[test]
    fn a_chain_without_liberties_is_named() {
        let mut board = Board::open("go2").unwrap();
        let squares: Vec<Move> = board.layout().squares().collect();
        let stones: Vec<_> = squares.into_iter().map(|square| (square, Some(Colour::Black))).collect();
        assert_eq!(board.set_up(&stones, BLACK), Err("the chain at A2 has no liberty".to_owned()));
        assert!(board.stones().is_empty());
    }
}
