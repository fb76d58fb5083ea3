//! Games to text.

use std::fmt::{self, Display, Formatter};

use super::{GgfBoard, GgfCell, GgfEnding, GgfGame, GgfMove, GgfResult};
use crate::Colour;

impl Display for GgfGame {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str("(;")?;
        property(out, "GM", &self.game)?;
        optional(out, "PC", &self.place)?;
        optional(out, "DT", &self.date)?;
        optional(out, "PB", &self.black_name)?;
        optional(out, "PW", &self.white_name)?;
        optional(out, "RB", &self.black_rating.map(|rating| decimal(rating, 2)))?;
        optional(out, "RW", &self.white_rating.map(|rating| decimal(rating, 2)))?;
        optional(out, "TI", &self.time)?;
        optional(out, "TB", &self.black_time)?;
        optional(out, "TW", &self.white_time)?;
        optional(out, "TY", &self.kind)?;
        optional(out, "RE", &self.result)?;
        optional(out, "KM", &self.komi.map(|komi| decimal(komi, 3)))?;
        optional(out, "BO", &self.board)?;
        // After the fields, for among the others may be a second property of the same name.
        for (name, value) in &self.others {
            property(out, name, value)?;
        }
        for played in &self.moves {
            property(out, played.colour.letter(), played)?;
        }
        out.write_str(";)")
    }
}

impl Display for GgfResult {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let sign = if self.score.is_sign_negative() { "" } else { "+" };
        write!(out, "{sign}{}", decimal(self.score, 3))?;
        out.write_str(match self.ending {
            None => "",
            Some(GgfEnding::Resigned) => ":r",
            Some(GgfEnding::TimedOut) => ":t",
            Some(GgfEnding::Agreed) => ":s",
        })
    }
}

impl Display for GgfBoard {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} ", self.size)?;
        for row in self.cells.chunks(self.size) {
            let symbols = row.iter().map(|cell| match cell {
                GgfCell::Empty => '-',
                GgfCell::Black => '*',
                GgfCell::White => 'O',
            });
            write!(out, "{} ", symbols.collect::<String>())?;
        }
        out.write_str(match self.to_move {
            Colour::Black => "*",
            Colour::White => "O",
        })
    }
}

impl Display for GgfMove {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text.replace('/', "-"))?;
        if let Some(evaluation) = self.evaluation {
            write!(out, "/{}", decimal(evaluation, 2))?;
        } else if self.seconds.is_some() {
            out.write_str("/")?;
        }
        self.seconds.map_or(Ok(()), |seconds| write!(out, "/{}", decimal(seconds, 2)))
    }
}

fn property(out: &mut Formatter<'_>, name: &str, value: impl Display) -> fmt::Result {
    write!(out, "{name}[{}]", value.to_string().replace(']', ")"))
}

fn optional(out: &mut Formatter<'_>, name: &str, value: &Option<impl Display>) -> fmt::Result {
    value.as_ref().map_or(Ok(()), |value| property(out, name, value))
}

/// A number with the digits that the server writes, or with more if it has more.
fn decimal(number: f64, digits: usize) -> String {
    let usual = format!("{number:.digits$}");
    if usual.parse() == Ok(number) { usual } else { number.to_string() }
}
