//! Influence, territory at the end, eyes and strength.

use enban_game::Colour;

use super::{drawn, picture, stones_of, tidy};
use crate::recognition::{Outcome, Reading, Strength, end_territory, groups, influence, strength};

/// Black's territory is `x`, white's `o`.
fn check_influence(board: &str) {
    let (game, state) = drawn(board);
    let seen = influence(game.board(), stones_of(&state));
    let shown = picture(&game, |point| match state.colour_at(point) {
        Some(colour) => colour.letter(),
        None if seen.owned[0].has(point) => 'x',
        None if seen.owned[1].has(point) => 'o',
        None => '.',
    });
    assert_eq!(shown, tidy(board));
}

#[test]
fn a_stone_radiates_two_steps_and_equal_sums_cancel() {
    check_influence("....... ...x... ..xxx.. .xxXxx. ..xxx.. ...x... .......");
    check_influence("Xxx.... xx..... x...... ....... ......o .....oo ....ooO");
    // One step between the two: the points near both belong to nobody.
    check_influence("....... ..x.o.. .xx.oo. xxX.Ooo .xx.oo. ..x.o.. .......");
    // Two stones outweigh one.
    check_influence("....... ..xx.o. .xxx.oo xxXXxOo .xxx.oo ..xx.o. .......");
}

#[test]
fn sums_are_those_of_counting() {
    let (game, state) = drawn("XX.O. .XO.. ..X.O OX... .XO.X");
    let seen = influence(game.board(), stones_of(&state));
    for point in 0..25usize {
        for (colour, stones) in [Colour::Black, Colour::White].into_iter().zip(stones_of(&state)) {
            let near = |stone: &usize| {
                let steps = (stone % 5).abs_diff(point % 5) + (stone / 5).abs_diff(point / 5);
                (1..=2).contains(&steps)
            };
            assert_eq!(seen.sum(colour, point) as usize, stones.indices().filter(near).count(), "{point}");
        }
    }
}

/// The territory at the end; removed stones are drawn as what becomes of their points.
fn check_ending(board: &str, weak_stones_max: u32, expected: &str) {
    let (game, state) = drawn(board);
    let ending = end_territory(game.board(), stones_of(&state), weak_stones_max);
    let shown = picture(&game, |point| match state.colour_at(point) {
        Some(colour) if !ending.removed.has(point) => colour.letter(),
        _ if ending.owned[0].has(point) => 'x',
        _ if ending.owned[1].has(point) => 'o',
        _ => '.',
    });
    assert_eq!(shown, tidy(expected), "{board}");
}

#[test]
fn weak_groups_are_taken_off_and_points_look_around() {
    let board = "...X.....
                 .O.X.....
                 ...X.....
                 XXXX.....
                 .....OOOO
                 .....O...
                 .....O.X.
                 .....O...
                 .....O...";
    // The single stones go. What sees the edge three times is nobody's; black looks first, and white sees
    // what black has gained.
    let expected = "xxxX.xxxx
                    xxxX.xxxx
                    xxxX.xxxx
                    XXXX.xxxx
                    xxxxoOOOO
                    xxxxoOooo
                    xxxxoOooo
                    xxxxoOooo
                    xxxxoOooo";
    check_ending(board, 4, expected);
    let (game, state) = drawn(board);
    let stones = stones_of(&state);
    let removed = |weak| end_territory(game.board(), stones, weak).removed.count();
    assert_eq!([0, 1, 4, 6, 7, 8].map(removed), [0, 2, 2, 2, 9, 17]);
}

#[test]
fn a_surrounded_corner_belongs_to_whoever_surrounds_it() {
    check_ending("..O.X. ..O.X. OOO.X. ....X. XXXXX. ......", 4, "ooOxX. ooOxX. OOOxX. xxxxX. XXXXX. ......");
}

fn check_strength(board: &str, first: usize, expected: Strength) {
    let (game, state) = drawn(board);
    let groups = groups(game.board(), stones_of(&state));
    let group = groups.iter().find(|group| group.number == first).expect("a group of that number");
    assert_eq!(strength(game.board(), stones_of(&state), &groups, group), expected, "{board}");
}

#[test]
fn strength_counts_eyes_liberties_enclosure_and_size() {
    use Outcome::{Dies, Lives};
    let read = |attacked, defended| Reading { attacked, defended };
    check_strength(
        ".X.XO XXXXO OOOOO ..... .....",
        1,
        Strength {
            stones: 6,
            liberties: 2,
            eye_space: 2,
            certain_eyes: 2,
            enclosure: 84,
            life: Some(read(Lives, Lives)),
        },
    );
    check_strength(
        "..... ..... ..X.. ..... .....",
        1,
        Strength { stones: 1, liberties: 4, eye_space: 24, certain_eyes: 0, enclosure: 0, life: None },
    );
    // Three in a row: who plays in the middle first decides.
    check_strength(
        "...XO XXXXO OOOOO ..... .....",
        1,
        Strength {
            stones: 5,
            liberties: 3,
            eye_space: 3,
            certain_eyes: 0,
            enclosure: 78,
            life: Some(read(Dies, Lives)),
        },
    );
}
