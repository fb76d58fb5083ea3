//! Text to games.

use super::{GgfBoard, GgfCell, GgfEnding, GgfGame, GgfMove, GgfResult};
use crate::reading::{Fault, Limits, Notes, ReadError, Warning, excerpt};
use crate::{Colour, leading_real};

/// Reads all games of a text; there is one at least.
pub(super) fn read(text: &str, limits: &Limits) -> Result<(Vec<GgfGame>, Vec<Warning>), ReadError> {
    let mut reader = Reader { text, at: 0, games: Vec::new(), items: 0, limits, notes: Notes::new(text) };
    while reader.seek_game() {
        reader.take_game()?;
    }
    if reader.games.is_empty() {
        let place = reader.notes.place(text.len());
        return Err(ReadError::NoGame { place, expected: "a game, which begins with (;" });
    }
    Ok((reader.games, reader.notes.into_warnings()))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    games: Vec<GgfGame>,
    items: usize,
    limits: &'t Limits,
    notes: Notes<'t>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Goes past the next `(;`, whatever stands before it.
    fn seek_game(&mut self) -> bool {
        while let Some(length) = self.rest().find('(') {
            self.at += length;
            if let Some(after) = pair(self.rest(), '(', ';') {
                self.at += after;
                return true;
            }
            self.at += 1;
        }
        false
    }

    /// Reads properties up to the end of the game: `;)`, or the end or the next game if that is missing.
    fn take_game(&mut self) -> Result<(), ReadError> {
        let mut game = GgfGame::default();
        let mut has_name = false;
        loop {
            let rest = self.rest();
            let Some(letter) = rest.chars().next() else {
                self.notes.warn(self.at, Fault::Unclosed(1));
                break;
            };
            if let Some(length) = pair(rest, ';', ')') {
                self.at += length;
                break;
            }
            match letter {
                ')' => {
                    self.at += 1;
                    break;
                }
                '(' if pair(rest, '(', ';').is_some() => {
                    self.notes.warn(self.at, Fault::Unclosed(1));
                    break;
                }
                ';' => self.at += 1,
                letter if letter.is_ascii_alphabetic() => self.take_property(&mut game, &mut has_name)?,
                letter => {
                    if !letter.is_whitespace() && !letter.is_control() {
                        self.notes.warn(self.at, Fault::Stray(letter.to_string()));
                    }
                    self.at += letter.len_utf8();
                }
            }
        }
        self.games.push(game);
        Ok(())
    }

    /// Reads a name and its value into the game.
    fn take_property(&mut self, game: &mut GgfGame, has_name: &mut bool) -> Result<(), ReadError> {
        let start = self.at;
        let length = self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name = self.rest()[..length].to_ascii_uppercase();
        self.at += length;
        self.at += self.rest().len() - self.rest().trim_start().len();
        let Some(inner) = self.rest().strip_prefix('[') else {
            self.notes.warn(start, Fault::MissingValue(excerpt(&name)));
            return Ok(());
        };
        let value = match inner.split_once(']') {
            Some((value, _)) => {
                self.at += value.len() + 2;
                value
            }
            None => {
                self.notes.warn(self.at, Fault::UnclosedValue);
                self.at = self.text.len();
                inner
            }
        };
        self.items += 1;
        if self.items > self.limits.items_max {
            let place = self.notes.place(start);
            return Err(ReadError::TooManyItems { place, items_max: self.limits.items_max });
        }
        if name == "GM" && !*has_name {
            *has_name = true;
            game.game = value.to_owned();
        } else if let Some(expected) = put(game, &name, value) {
            if !expected.is_empty() {
                let (name, value) = (name.clone(), excerpt(value));
                self.notes.warn(start, Fault::BadValue { name, value, expected });
            }
            game.others.push((name, value.to_owned()));
        }
        Ok(())
    }
}

/// The length of two signs with nothing but blanks between, if the text begins with them.
fn pair(text: &str, first: char, second: char) -> Option<usize> {
    let after = text.strip_prefix(first)?.trim_start().strip_prefix(second)?;
    Some(text.len() - after.len())
}

/// Puts a value into its field. What has no field, or cannot be put there, is answered with what was expected; that is
/// empty if nothing is wrong.
fn put(game: &mut GgfGame, name: &str, value: &str) -> Option<&'static str> {
    const NUMBER: &str = "a number";
    fn fill<T>(field: &mut Option<T>, value: Option<T>, expected: &'static str) -> Option<&'static str> {
        if value.is_none() {
            return Some(expected);
        }
        if field.is_some() {
            return Some("each property once");
        }
        *field = value;
        None
    }
    let text = || Some(value.to_owned());
    match name {
        "PC" => fill(&mut game.place, text(), ""),
        "DT" => fill(&mut game.date, text(), ""),
        "PB" => fill(&mut game.black_name, text(), ""),
        "PW" => fill(&mut game.white_name, text(), ""),
        "RB" => fill(&mut game.black_rating, number(value), NUMBER),
        "RW" => fill(&mut game.white_rating, number(value), NUMBER),
        "TI" => fill(&mut game.time, text(), ""),
        "TB" => fill(&mut game.black_time, text(), ""),
        "TW" => fill(&mut game.white_time, text(), ""),
        "TY" => fill(&mut game.kind, text(), ""),
        "RE" if value.trim() == "?" => Some(""),
        "RE" => fill(&mut game.result, result(value), "a number, and perhaps :r, :t or :s"),
        "KM" => fill(&mut game.komi, number(value), NUMBER),
        "BO" => fill(&mut game.board, board(value), "a size, as many rows of - * O, and who moves"),
        "B" | "W" => {
            let colour = if name == "B" { Colour::Black } else { Colour::White };
            match played(colour, value) {
                Some(played) => game.moves.push(played),
                None => return Some("a move, and perhaps an evaluation and a time after slashes"),
            }
            None
        }
        _ => Some(""),
    }
}

/// A number and nothing after it.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.,".contains(&byte));
    let ends = text.trim_start_matches(['+', '-']).bytes().all(|byte| byte != b'+' && byte != b'-');
    let marks = text.bytes().filter(|byte| b".,".contains(byte)).count();
    (plain && ends && marks <= 1).then(|| leading_real(text))?
}

fn result(text: &str) -> Option<GgfResult> {
    let (score, ending) = text.split_once(':').map_or((text, None), |(score, ending)| (score, Some(ending)));
    let ending = match ending.map(str::trim) {
        None => None,
        Some("r") => Some(GgfEnding::Resigned),
        Some("t") => Some(GgfEnding::TimedOut),
        Some("s") => Some(GgfEnding::Agreed),
        Some(_) => return None,
    };
    Some(GgfResult { score: number(score)?, ending })
}

/// Reads a size, rows with or without blanks between, and the disc of who moves.
fn board(text: &str) -> Option<GgfBoard> {
    let text = text.trim();
    let (size, rest) = text.split_once(|letter: char| letter.is_whitespace())?;
    let size = size.parse().ok().filter(|size| (1..=GgfBoard::SIZE_MAX).contains(size))?;
    let symbols = rest.chars().filter(|letter| !letter.is_whitespace());
    let mut cells: Vec<GgfCell> = symbols.take(size * size + 2).map(cell).collect::<Option<_>>()?;
    let to_move = match cells.pop()? {
        GgfCell::Black => Colour::Black,
        GgfCell::White => Colour::White,
        GgfCell::Empty => return None,
    };
    GgfBoard::new(size, cells, to_move)
}

fn cell(symbol: char) -> Option<GgfCell> {
    match symbol {
        '-' | '.' | '_' => Some(GgfCell::Empty),
        '*' | 'X' | 'x' => Some(GgfCell::Black),
        'O' | 'o' | '0' => Some(GgfCell::White),
        _ => None,
    }
}

/// Reads a move: `d3`, `d3/1.5`, `d3//0.5` or `d3/1.5/0.5`.
fn played(colour: Colour, text: &str) -> Option<GgfMove> {
    let mut parts = text.split('/');
    let text = parts.next()?.to_owned();
    let mut figure = |read: fn(&str) -> Option<f64>| match parts.next().map(str::trim) {
        None | Some("") => Some(None),
        Some(part) => read(part).map(Some),
    };
    let evaluation = figure(number)?;
    let seconds = figure(seconds)?;
    parts.next().is_none().then_some(GgfMove { colour, text, evaluation, seconds })
}

/// Seconds, perhaps after minutes and hours: `5.02`, `1:05`.
fn seconds(text: &str) -> Option<f64> {
    let total = text.split(':').try_fold(0.0, |total, part| Some(total * 60.0 + number(part)?))?;
    total.is_finite().then_some(total)
}
