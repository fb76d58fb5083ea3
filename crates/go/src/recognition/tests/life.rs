//! Life and death of drawn shapes: two eyes, one eye, and one and a half.

use enban_game::Colour;

use super::marked;
use crate::recognition::{Enclosed, Fate, Outcome, read};
use crate::tests::game;

/// Black's group and its eye space: the points marked `.`, and white stones inside written `o`. White's stones
/// outside are `O`, and `-` is outside too.
fn check(board: &str, attacked: Outcome, defended: Outcome, fate: Fate) {
    let game = game::<2>(&format!("go{}", board.split_whitespace().count()));
    let group = Enclosed { defender: Colour::Black, target: marked(board, "X"), space: marked(board, ".o") };
    let stones = [marked(board, "X"), marked(board, "Oo")];
    let reading = read(game.board(), stones, &group).expect("a small eye space");
    assert_eq!((reading.attacked, reading.defended), (attacked, defended), "{board}");
    assert_eq!(reading.fate(), fate, "{board}");
}

fn alive(board: &str) {
    check(board, Outcome::Lives, Outcome::Lives, Fate::Alive);
}

fn unsettled(board: &str) {
    check(board, Outcome::Dies, Outcome::Lives, Fate::Unsettled);
}

fn dead(board: &str) {
    check(board, Outcome::Dies, Outcome::Dies, Fate::Dead);
}

#[test]
fn two_eyes_live() {
    alive(".X.XO XXXXO OOOOO ----- -----");
    // Two eyes that three chains share: each is needed, none can be taken.
    alive("X.XXO .XX.O XXXXO OOOOO -----");
    // A white stone inside one of two large eyes.
    alive("o.X.XO .XX.XO XXXXXO OOOOOO ------ ------");
}

#[test]
fn one_eye_is_dead() {
    dead(".XO-- XXO-- OOO-- ----- -----");
    dead("..XO- XXXO- OOOO- ----- -----");
    // The square of four.
    dead("..XO- ..XO- XXXO- OOOO- -----");
    // Three in a row whose middle white has taken.
    dead(".o.XO XXXXO OOOOO ----- -----");
    // The second eye is false: white takes the stone that closes it.
    dead(".X.OO XOOOO XOOOO OOOOO OOOOO");
}

#[test]
fn one_and_a_half_eyes_depend_on_who_moves_first() {
    // Three in a row, and three around a corner.
    unsettled("...XO XXXXO OOOOO ----- -----");
    unsettled("..XO- .XXO- XXOO- OOO-- -----");
    // The pyramid of four.
    unsettled("...XO X.XXO XXXOO OOOO- -----");
    // The bulky five and the crossed five.
    unsettled("...XO ..XXO XXXOO OOOO- -----");
    unsettled("-XXX- XX.XX X...X XX.XX -XXX-");
    // The flowery six.
    unsettled("XXXX- X..XX X...X XX.XX -XXX-");
}

#[test]
fn four_and_more_in_a_row_live() {
    alive("....XO XXXXXO OOOOOO ------ ------ ------");
    alive("..XXO- X..XO- XXXXO- OOOOO- ------ ------");
    alive(".....XO XXXXXXO OOOOOOO ------- ------- ------- -------");
}

#[test]
fn a_corner_can_be_a_ko() {
    // The square of six in the corner: with one outside liberty it is a ko, without any it dies.
    check("...X.O ...XXO XXXXOO OOOOO- ------ ------", Outcome::Ko, Outcome::Lives, Fate::Unsettled);
    unsettled("...XO- ...XO- XXXXO- OOOOO- ------ ------");
}

#[test]
fn a_seki_is_alive_and_a_large_eye_filled_in_the_middle_is_not() {
    // Whoever fills one of the two shared liberties is taken, or gives four in a row.
    alive(".ooo.X XXXXXX OOOOOO ------ ------ ------");
    // White may fill up to a pyramid of four.
    dead("o.XO- o.XO- oXXO- XXOO- OOO--");
}

#[test]
fn chains_without_a_liberty_inside_are_not_counted_on() {
    dead("XXXX- XXXX- ----- ----- -----");
}

#[test]
fn large_spaces_are_not_read() {
    let board = "........ XXXXXXXX OOOOOOOO -------- -------- -------- -------- --------";
    let group = Enclosed { defender: Colour::Black, target: marked(board, "X"), space: marked(board, ".") };
    let stones = [marked(board, "X"), marked(board, "O")];
    assert_eq!(read(game::<2>("go8").board(), stones, &group), None);
    alive("....... XXXXXXX OOOOOOO ------- ------- ------- -------");
}
