//! How Go is written: drawn boards, points such as `d4`, and names such as `go9(rules=japanese)`.
//!
//! A position is its cells from the top left, `X`, `O` and `.`, then the side to move, then whatever is
//! not trivial of `ko=d4 prisoners=1,2 passes=1` (black stones lost, then white). Blanks and `/` between
//! cells mean nothing, so one line and a drawn board are read alike.

use enban_game::text::{Token, column_and_row};
use enban_game::{
    Bits, Capture, Cell, Colour, Diagram, Game, Line, Move, Notation, Points, Seat, SetUpError, TextError, UnknownMove,
};

use crate::game::Go;
use crate::state::{State, index_of};

/// More prisoners than any game has, and few enough for every sum.
const PRISONERS_MAX: u32 = 1_000_000;

impl<const W: usize> Notation for Go<W> {
    fn name(&self) -> String {
        format!("go{}{}", self.board().size(), self.rules().suffix())
    }

    fn write_move(&self, choice: Move) -> String {
        let size = self.board().size();
        if choice.index() >= self.board().points() {
            return "pass".to_owned();
        }
        let (column, row) = (choice.index() % size, choice.index() / size);
        format!("{}{}", self.board().column_labels()[column], size - row)
    }

    fn read_move(&self, word: &str) -> Result<Move, UnknownMove> {
        if (Token { offset: 0, word }).is_pass() {
            return Ok(Move(self.pass_index() as u16));
        }
        self.read_point(word)
            .map(|point| Move(point as u16))
            .ok_or_else(|| UnknownMove::expected(format!("{} or pass", self.point_range())))
    }

    fn write_position(&self, state: &State<W>) -> String {
        let size = self.board().size();
        let letter = |point: usize| state.colour_at(point).map_or('.', Colour::letter);
        let row = |row: usize| (row * size..(row + 1) * size).map(letter).collect::<String>();
        let mut text = (0..size).map(row).collect::<Vec<_>>().join("/");
        text += &format!(" {}", state.mover().letter());
        if let Some(ko) = state.ko() {
            text += &format!(" ko={}", self.write_move(Move(ko as u16)));
        }
        let lost = [Colour::Black, Colour::White].map(|colour| state.prisoners(colour));
        if lost != [0, 0] {
            text += &format!(" prisoners={},{}", lost[0], lost[1]);
        }
        if state.passes() > 0 {
            text += &format!(" passes={}", state.passes());
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<State<W>, TextError> {
        Reader { game: self, text, at: 0 }.position()
    }

    fn diagram(&self, state: &State<W>) -> Diagram {
        let cell = |point: usize| {
            let choice = Move(point as u16);
            state.colour_at(point).map_or(Cell::Empty(choice), |colour| Cell::Filled(choice, colour))
        };
        Diagram {
            columns: self.board().column_labels(),
            rows: self.board().row_labels(),
            cells: (0..self.board().points()).map(cell).collect(),
        }
    }

    /// One capture for each opposing chain. A move that takes its own stones captures those that stood on
    /// the board, also chain by chain.
    fn captures(&self, state: &State<W>, choice: Move) -> Vec<Capture> {
        let mut left = self.captured_by(state, choice) | self.lost_by(state, choice);
        let mut captures = Vec::new();
        while let Some(chain) = left.first().and_then(|point| state.chain_at(point)) {
            left &= !chain.stones;
            let mut cells: Vec<Move> = chain.stones.indices().map(|point| Move(point as u16)).collect();
            cells.sort_by_key(|cell| self.distance(cell.index(), choice.index()));
            captures.push(Capture { line: Line::Chain, cells, anchor: None });
        }
        captures
    }

    fn tally(&self, state: &State<W>) -> Vec<Points> {
        self.scores(state).as_slice().to_vec()
    }

    fn seat_label(&self, seat: Seat) -> String {
        self.seat_colour(seat).letter().to_string()
    }

    fn seat_colour(&self, seat: Seat) -> Colour {
        if seat.0 == 0 { Colour::Black } else { Colour::White }
    }

    fn pass_move(&self) -> Option<Move> {
        Some(Move(self.pass_index() as u16))
    }

    fn with_cells(
        &self,
        state: &State<W>,
        cells: &[(Move, Option<Colour>)],
        mover: Seat,
    ) -> Result<State<W>, SetUpError> {
        let mut stones = [state.stones(Colour::Black), state.stones(Colour::White)];
        for &(cell, colour) in cells {
            if cell.index() >= self.board().points() {
                return Err(SetUpError::Outside(cell));
            }
            stones.iter_mut().for_each(|own| own.clear(cell.index()));
            if let Some(colour) = colour {
                stones[index_of(colour)].set(cell.index());
            }
        }
        let mut changed = State::from_stones(self.board(), stones, mover);
        let captured = |point: &usize| changed.chain_at(*point).is_some_and(|chain| chain.liberties.none());
        if let Some(point) = (0..self.board().points()).find(captured) {
            return Err(SetUpError::NoLiberty(Move(point as u16)));
        }
        changed.set_prisoners([Colour::Black, Colour::White].map(|colour| state.prisoners(colour)));
        Ok(changed)
    }

    fn with_turn(&self, state: &State<W>, seat: Seat) -> Option<State<W>> {
        let mut given = state.clone();
        given.give_turn(seat);
        Some(given)
    }
}

impl<const W: usize> Go<W> {
    /// The point that a word names.
    fn read_point(&self, word: &str) -> Option<usize> {
        const UNUSED: usize = (b'i' - b'a') as usize;
        let size = self.board().size();
        let (letter, row) = column_and_row(word)?;
        let column = if letter > UNUSED { letter - 1 } else { letter };
        (letter != UNUSED && column < size && row < size).then(|| (size - 1 - row) * size + column)
    }

    fn point_range(&self) -> String {
        let size = self.board().size();
        let last = self.write_move(Move((size - 1) as u16));
        format!("a point from a1 to {last}{}", if size > 8 { " (no column is called i)" } else { "" })
    }

    /// Steps along the lines between two points.
    fn distance(&self, from: usize, to: usize) -> usize {
        let size = self.board().size();
        (from % size).abs_diff(to % size) + (from / size).abs_diff(to / size)
    }
}

/// Reads one position from a text, front to back.
struct Reader<'t, const W: usize> {
    game: &'t Go<W>,
    text: &'t str,
    at: usize,
}

/// The fields after the side to move, each with the byte where its value starts.
#[derive(Default)]
struct Fields {
    ko: Option<(usize, usize)>,
    prisoners: Option<[u32; 2]>,
    passes: Option<u8>,
}

impl<const W: usize> Reader<'_, W> {
    fn position(mut self) -> Result<State<W>, TextError> {
        let (stones, offsets) = self.cells()?;
        let mover = self.side()?;
        let mut state = State::from_stones(self.game.board(), stones, Seat(index_of(mover) as u8));
        self.check_liberties(&state, &offsets)?;
        let fields = self.fields()?;
        state.set_prisoners(fields.prisoners.unwrap_or([0, 0]));
        state.set_passes(fields.passes.unwrap_or(0));
        if let Some((ko, offset)) = fields.ko {
            self.check_ko(&state, ko, offset)?;
            state.set_ko(ko);
        }
        Ok(state)
    }

    /// The next character that means something, without moving past it.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let skipped = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '/');
        self.at += rest.len() - skipped.len();
        skipped.chars().next()
    }

    /// The stones of both colours, and the byte at which each cell stands.
    fn cells(&mut self) -> Result<([Bits<W>; 2], Vec<usize>), TextError> {
        let points = self.game.board().points();
        let mut stones = [Bits::EMPTY; 2];
        let mut offsets = Vec::with_capacity(points);
        for point in 0..points {
            match self.peek() {
                Some('X' | 'x') => stones[0].set(point),
                Some('O' | 'o') => stones[1].set(point),
                Some('.' | '-' | '+') => {}
                _ => {
                    let size = self.game.board().size();
                    let expected = format!("cell {} of {points} ({size} rows of {size}): X, O or .", point + 1);
                    return Err(TextError::at_char(self.text, self.at, expected));
                }
            }
            offsets.push(self.at);
            self.at += 1;
        }
        Ok((stones, offsets))
    }

    fn side(&mut self) -> Result<Colour, TextError> {
        let side = match self.peek() {
            Some('X' | 'x') => Colour::Black,
            Some('O' | 'o') => Colour::White,
            _ => {
                let expected = format!("the side to move, X or O, after {} cells", self.game.board().points());
                return Err(TextError::at_char(self.text, self.at, expected));
            }
        };
        self.at += 1;
        match self.text[self.at..].chars().next() {
            Some(letter) if !letter.is_whitespace() => {
                let expected = format!(
                    "a blank or the end after the side to move, as there were {} cells",
                    self.game.board().points()
                );
                Err(TextError::at_char(self.text, self.at, expected))
            }
            _ => Ok(side),
        }
    }

    fn check_liberties(&self, state: &State<W>, offsets: &[usize]) -> Result<(), TextError> {
        for (point, &offset) in offsets.iter().enumerate() {
            if state.chain_at(point).is_some_and(|chain| chain.liberties.none()) {
                let place = self.game.write_move(Move(point as u16));
                let expected = format!("a chain with a liberty at {place}");
                return Err(TextError::at_char(self.text, offset, expected));
            }
        }
        Ok(())
    }

    fn fields(&mut self) -> Result<Fields, TextError> {
        const EXPECTED: &str = "the end, or one of ko=d4, prisoners=1,2 and passes=1, each once";
        let mut fields = Fields::default();
        loop {
            self.at += self.text[self.at..].len() - self.text[self.at..].trim_start().len();
            let Some(word) = self.text[self.at..].split_whitespace().next() else { return Ok(fields) };
            let error = |expected: &str| TextError::at(self.text, self.at, expected);
            match word.split_once('=') {
                Some(("ko", value)) if fields.ko.is_none() => {
                    let offset = self.at + "ko=".len();
                    let point = self
                        .game
                        .read_point(value)
                        .ok_or_else(|| TextError::about(self.text, offset, Some(value), self.game.point_range()))?;
                    fields.ko = Some((point, offset));
                }
                Some(("prisoners", value)) if fields.prisoners.is_none() => {
                    let pair = value.split_once(',').and_then(|(black, white)| Some([number(black)?, number(white)?]));
                    fields.prisoners =
                        Some(pair.ok_or_else(|| error("prisoners=1,2: black stones lost, white stones lost"))?);
                }
                Some(("passes", value)) if fields.passes.is_none() => {
                    let passes = number(value).filter(|&passes| passes <= 2);
                    fields.passes = Some(passes.ok_or_else(|| error("passes=0, 1 or 2"))? as u8);
                }
                _ => return Err(error(EXPECTED)),
            }
            self.at += word.len();
        }
    }

    fn check_ko(&self, state: &State<W>, ko: usize, offset: usize) -> Result<(), TextError> {
        let label = state.mover().letter();
        let expected = if state.colour_at(ko).is_some() {
            "an empty point".to_owned()
        } else if state.passes() > 0 {
            "no ko after a pass".to_owned()
        } else if !state.is_ko_shape(self.game.board(), ko) {
            format!("a point where {label} would take back one stone with one stone")
        } else {
            return Ok(());
        };
        Err(TextError::at(self.text, offset, expected))
    }
}

/// A plain number that is not too large.
fn number(digits: &str) -> Option<u32> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?.filter(|&number| number <= PRISONERS_MAX)
}
