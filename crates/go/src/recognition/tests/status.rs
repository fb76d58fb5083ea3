//! Dead stones of finished games.

use enban_game::{Points, Seat};

use super::{drawn, marked};
use crate::recognition::final_status;
use crate::{Go, Rules};

/// Dead stones are written in small letters.
fn check(board: &str) {
    let (game, state) = drawn(&board.to_uppercase());
    let status = final_status(&game, &state);
    assert_eq!(status.dead, marked(board, "xo"), "{board}: {:?}", status.dead.indices().collect::<Vec<_>>());
    assert_eq!(status.scores, game.score_with_seki(&state, &status.dead, &status.seki));
}

/// Stones in seki are written in small letters, and no stone is dead.
fn check_seki(board: &str, area_lead: i32, territory: [u32; 2]) {
    let (game, state) = drawn(&board.to_uppercase());
    let status = final_status(&game, &state);
    assert_eq!(status.seki, marked(board, "xo"), "{board}: {:?}", status.seki.indices().collect::<Vec<_>>());
    assert!(status.dead.none(), "{board}");
    let lead = status.scores.margin(Seat(0)) + game.rules().komi();
    assert_eq!(lead, Points::whole(area_lead), "{board}");
    let japanese = Go::<2>::with_rules(game.board().size(), Rules::preset("japanese").unwrap()).unwrap();
    let counted = final_status(&japanese, &state).territory.map(|points| points.count());
    assert_eq!(counted, territory, "{board}");
}

/// Judged as GNU Go does.
#[test]
fn chains_that_share_two_liberties_and_have_no_eye_are_in_seki() {
    check_seki(
        ".xxO.O.O.
         o.xOOOOOO
         ooxO.O.O.
         XXOOOOOOO
         XXXXXXXOO
         ......XO.
         ......XOO
         ......XO.
         ......XO.",
        3,
        [24, 9],
    );
}

/// Neither can fill the liberty between the two eyes; by territory the eyes count for nobody.
#[test]
fn chains_with_an_eye_each_and_one_liberty_between_are_in_seki() {
    check_seki(
        ".x.o.oX..
         xxooooX..
         oooXXXX..
         XXXX.....
         .........
         .........
         .........
         .........
         .........",
        60,
        [56, 0],
    );
}

/// A chain with room elsewhere takes what shares its liberties.
#[test]
fn stones_that_can_be_taken_are_in_no_seki() {
    check(
        ".xxO.....
         O.xO.....
         OOxO.....
         .OOO.....
         OO.......
         XXXXXXXXX
         .........
         .........
         .........",
    );
}

#[test]
fn stones_inside_a_living_groups_space_are_dead() {
    check(
        "..XO.....
         .oXO..x..
         ..XO.....
         .XXO.....
         XXOO.....
         XOO......
         XO.......
         XO..x....
         XO.......",
    );
}

#[test]
fn nothing_is_dead_where_all_have_room() {
    check(
        "..XO.....
         ..XO.....
         ..XO.....
         ..XO.....
         ..XO.....
         ..XO.....
         ..XO.....
         ..XO.....
         ..XO.....",
    );
}

#[test]
fn a_group_with_one_eye_is_dead_and_one_with_two_is_not() {
    check(
        ".xO......
         xxO......
         OOO......
         .........
         .........
         .....XXXX
         .....XOOO
         .....XO.O
         .....XOO.",
    );
}

/// White's three stones inside make an eye space of five into none: the group dies before they do.
#[test]
fn a_large_eye_filled_in_the_middle_is_dead() {
    check(
        "O.xO.....
         O.xO.....
         OxxO.....
         xxOO.....
         OOO......
         .........
         .........
         .........
         .........",
    );
}

/// White's three stones have one liberty more than it looks, and die.
#[test]
fn stones_in_a_corner_with_room_for_one_eye_are_dead() {
    check(
        ".........
         ..xxO.O.O
         ...OxO.OX
         .xxO.OOOX
         OOO.OOXXX
         XO.OOXXo.
         XOOXXXo..
         XXXX.XXo.
         ........X",
    );
}

/// White's stone in the corner is weak only as long as the dead ones stand.
#[test]
fn a_stone_in_its_own_territory_is_not_dead() {
    check(
        "......o..
         .......X.
         ....XXX..
         .XXXOOXXX
         XXOOO.OOX
         XOO.....O
         OO.O...O.
         .x.......
         xO.......",
    );
}

#[test]
fn nobody_is_dead_on_an_open_board() {
    check("......... ......... ..O...X.. ......... ..O...X.. ......... ..O...X.. ......... .........");
    check("......... ......... ....O.... ......... ....X.... ......... ......... ......... .........");
}
