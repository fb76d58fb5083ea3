//! Scores of drawn boards under both ways of counting, with and without dead stones.

use enban_game::{Bits, Game, Notation, Points, Scores, Seat};

use super::{game, read};

/// Black's and white's points without komi, by area and by territory; `dead` names stones to take off.
fn check(size: usize, position: &str, dead: &str, area: [i32; 2], territory: [i32; 2]) {
    for (options, expected) in [("komi=0", area), ("rules=japanese,komi=0", territory)] {
        let game = game::<2>(&format!("go{size}({options})"));
        let state = read(&game, position);
        let mut stones = Bits::EMPTY;
        dead.split_whitespace().for_each(|word| stones.set(game.read_move(word).unwrap().index()));
        let expected = Scores::new(&expected.map(Points::whole));
        assert_eq!(game.score_with_dead(&state, &stones), expected, "{options}: {position}");
        if dead.is_empty() {
            assert_eq!(game.scores(&state), expected, "{options}: {position}");
            assert_eq!(game.tally(&state), expected.as_slice(), "{options}: {position}");
        }
    }
}

#[test]
fn regions_belong_to_the_only_colour_that_touches_them() {
    check(3, "... / ... / ... X", "", [0, 0], [0, 0]);
    check(3, "... / .X. / ... O", "", [9, 0], [8, 0]);
    check(3, "X.. / ... / ..O X", "", [1, 1], [0, 0]);
    check(5, ".X.O. / .X.O. / .X.O. / .X.O. / .X.O. X", "", [10, 10], [5, 5]);
    check(5, ".XO.. / .XO.. / .XO.. / .XO.. / .XO.. X", "", [10, 15], [5, 10]);
}

#[test]
fn prisoners_count_under_territory_scoring() {
    check(5, ".XO.. / .XO.. / .XO.. / .XO.. / .XO.. X prisoners=3,7", "", [10, 15], [12, 13]);
}

#[test]
fn dead_stones_are_taken_off_first() {
    let board = ".XO.. / OXO.. / .XOX. / .XO.. / .XO.. X prisoners=1,0";
    check(5, board, "", [6, 6], [0, 1]);
    check(5, board, "a4 d3", [10, 15], [6, 12]);
}

/// Two groups that neither side can attack. The shared liberties count for nobody.
#[test]
fn seki_leaves_shared_liberties_to_nobody() {
    // Whoever plays a5 or e5 is taken.
    check(5, ".XXX. / OOOOO / XXXXX / ..... / ..... X", "", [18, 5], [10, 0]);
    // An eye inside a seki counts for the colour around it, as marking seki is not attempted: under the
    // Japanese rules a5 and e5 would not count.
    check(5, ".X.O. / XXOOO / OOOXX / XXXX. / ..... X", "", [16, 8], [7, 1]);
}

#[test]
fn komi_is_whites() {
    for (name, halves) in [("go5", 15), ("go5(rules=japanese)", 13), ("go5(komi=-3)", -6), ("go5(komi=0.5)", 1)] {
        let game = game::<2>(name);
        let scores = game.scores(&game.start());
        assert_eq!(scores.of(Seat(0)), Points::ZERO);
        assert_eq!(scores.of(Seat(1)), Points::halves(halves), "{name}");
    }
}
