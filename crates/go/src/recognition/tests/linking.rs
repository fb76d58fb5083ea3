//! Chains, links and groups.

use enban_game::Colour;
use proptest::prelude::*;

use super::{drawn, picture, stones_of, tidy};
use crate::recognition::links::link_points;
use crate::recognition::{LinkKind, chains, groups, links};

/// The stones show the last digit of their chain's number, then of their group's.
fn check_numbers(board: &str, by_chain: &str, by_group: &str) {
    let (game, state) = drawn(board);
    let (chains, groups) = (chains(game.board(), stones_of(&state)), groups(game.board(), stones_of(&state)));
    let digit = |number: usize| char::from(b'0' + (number % 10) as u8);
    let of_chain = |point| chains.iter().find(|chain| chain.stones.has(point)).map_or('.', |chain| digit(chain.number));
    let of_group = |point| groups.iter().find(|group| group.stones.has(point)).map_or('.', |group| digit(group.number));
    assert_eq!(picture(&game, of_chain), tidy(by_chain), "chains of {board}");
    assert_eq!(picture(&game, of_group), tidy(by_group), "groups of {board}");
    for group in &groups {
        assert_eq!(group.number, group.chains[0]);
    }
}

#[test]
fn chains_are_numbered_in_scan_order_and_groups_take_the_smallest_number() {
    check_numbers(
        "XX..O
         ..X.O
         .O...
         .O..X
         X...X",
        "11..2
         ..3.2
         .4...
         .4..5
         6...5",
        // The diagonal at the top left holds the middle stone; nothing else is near enough.
        "11..2
         ..1.2
         .4...
         .4..5
         6...5",
    );
    check_numbers(
        "X....X ...... ...... ...... ...... O....O",
        "1....2 ...... ...... ...... ...... 3....4",
        "1....2 ...... ...... ...... ...... 3....4",
    );
}

/// One link of a kind with its link points marked `&`; where there is none, the picture shows none.
fn check_link(kind: LinkKind, board: &str) {
    let (game, state) = drawn(board);
    let found = links(game.board(), stones_of(&state));
    let points = link_points(&found, Colour::Black);
    let shown = picture(&game, |point| match state.colour_at(point) {
        Some(colour) => colour.letter(),
        None if points.has(point) => '&',
        None => '.',
    });
    assert_eq!(shown, tidy(board), "{kind:?}");
    let of_kind = found.iter().filter(|link| link.kind == kind && link.colour == Colour::Black).count();
    assert_eq!(of_kind > 0, board.contains('&'), "{kind:?} {found:?}");
}

#[test]
fn all_sixteen_patterns_are_links() {
    // Both patterns of each diagonal, then one at a time.
    check_link(LinkKind::Diagonal, "..... .X&.. .&X.. ..... .....");
    check_link(LinkKind::Diagonal, "..... .&X.. .X&.. ..... .....");
    check_link(LinkKind::Diagonal, "..... .XO.. .&X.. ..... .....");
    check_link(LinkKind::Diagonal, "..... .X&.. .OX.. ..... .....");
    check_link(LinkKind::Diagonal, "..... .OX.. .X&.. ..... .....");
    check_link(LinkKind::Diagonal, "..... .&X.. .XO.. ..... .....");
    check_link(LinkKind::OnePointJump, "..... .X&X. ..... ..... .....");
    check_link(LinkKind::OnePointJump, "..... .X... .&... .X... .....");
    check_link(LinkKind::TwoPointJump, "..... X&&X. ..... ..... .....");
    check_link(LinkKind::TwoPointJump, ".X... .&... .&... .X... .....");
    check_link(LinkKind::Knight, "..... X&... .&X.. ..... .....");
    check_link(LinkKind::Knight, "..... ..&X. .X&.. ..... .....");
    check_link(LinkKind::Knight, "..... .X... .&&.. ..X.. .....");
    check_link(LinkKind::Knight, "..... ..X.. .&&.. .X... .....");
    check_link(LinkKind::LargeKnight, "..... X&&.. .&&X. ..... .....");
    check_link(LinkKind::LargeKnight, "..... .&&X. X&&.. ..... .....");
    check_link(LinkKind::LargeKnight, ".X... .&&.. .&&.. ..X.. .....");
    check_link(LinkKind::LargeKnight, "..X.. .&&.. .&&.. .X... .....");
}

#[test]
fn an_opposing_stone_breaks_a_link() {
    check_link(LinkKind::Diagonal, "..... .XO.. .OX.. ..... .....");
    check_link(LinkKind::OnePointJump, "..... .XOX. ..... ..... .....");
    check_link(LinkKind::TwoPointJump, "..... XO.X. ..... ..... .....");
    check_link(LinkKind::Knight, "..... X.... .OX.. ..... .....");
    check_link(LinkKind::Knight, "..... XO... ..X.. ..... .....");
    check_link(LinkKind::LargeKnight, "..... X.... ..OX. ..... .....");
    check_link(LinkKind::LargeKnight, "..... X.O.. ...X. ..... .....");
    // Three steps over, four along: no pattern reaches so far.
    check_link(LinkKind::LargeKnight, "X.... ..... ....X ..... .....");
}

#[test]
fn own_stones_may_stand_in_a_knights_move() {
    // The knight's move from the first stone to the last, beside the diagonal of the lower two.
    let (game, state) = drawn("..... XX... ..X.. ..... .....");
    let found = links(game.board(), stones_of(&state));
    let knight = found.iter().find(|link| link.kind == LinkKind::Knight).expect("a knight's move");
    assert_eq!((knight.from, knight.to), (5, 12));
    assert_eq!(knight.points.indices().collect::<Vec<_>>(), [11]);
    let (game, state) = drawn("..... XX... .XX.. ..... .....");
    let knights = links(game.board(), stones_of(&state)).iter().filter(|link| link.kind == LinkKind::Knight).count();
    assert_eq!(knights, 0, "a knight's move without an empty cell is no link");
}

proptest! {
    /// Turning the board turns the links and groups with it.
    #[test]
    fn links_do_not_depend_on_the_orientation(cells in proptest::collection::vec(0u8..5, 36), number in 0usize..8) {
        let board: Vec<String> = cells.chunks(6).map(|row| {
            row.iter().map(|&cell| match cell { 0 => 'X', 1 => 'O', _ => '.' }).collect()
        }).collect();
        let game = crate::tests::game::<2>("go6");
        let stones = [b'X', b'O'].map(|letter| {
            super::marked(&board.concat(), &char::from(letter).to_string())
        });
        let turn = |set: enban_game::Bits<2>| {
            let mut turned = enban_game::Bits::EMPTY;
            set.indices().for_each(|point| turned.set(game.board().transform(point, number)));
            turned
        };
        let plain = links(game.board(), stones);
        let turned = links(game.board(), stones.map(turn));
        prop_assert_eq!(plain.len(), turned.len());
        for colour in [Colour::Black, Colour::White] {
            prop_assert_eq!(turn(link_points(&plain, colour)), link_points(&turned, colour));
        }
        let sizes = |stones| {
            let mut sizes: Vec<(u32, usize)> =
                groups(game.board(), stones).iter().map(|group| (group.stones.count(), group.chains.len())).collect();
            sizes.sort_unstable();
            sizes
        };
        prop_assert_eq!(sizes(stones), sizes(stones.map(turn)));
    }
}
