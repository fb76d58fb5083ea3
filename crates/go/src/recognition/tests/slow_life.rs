//! Reading on whole boards, position by position: the slow twin of `local`.

use std::collections::HashMap;

use enban_game::Bits;

use crate::board::Board;
use crate::recognition::life::{Enclosed, HEART_MAX, Surroundings};
use crate::recognition::local::{CAPTURED, KoFavours, SETTLED};
use crate::state::index_of;

/// What the side that wants an end can force from each of the two starts; `None` if there are too many positions.
pub(super) fn reached<const W: usize>(
    board: &Board<W>,
    stones: [Bits<W>; 2],
    group: &Enclosed<W>,
    surroundings: Surroundings<W>,
    favours: KoFavours,
    end: u32,
) -> Option<[bool; 2]> {
    Some(Graph::explore(board, group, surroundings, favours, &starts(stones, group))?.reached(end))
}

/// More positions than this are not read.
const NODES_MAX: usize = 200_000;

/// The positions to read from: the attacker moves first, the defender does.
fn starts<const W: usize>(stones: [Bits<W>; 2], group: &Enclosed<W>) -> [Node<W>; 2] {
    let attacking = stones[index_of(group.defender.other())] & group.space;
    [true, false].map(|attacker_moves| Node {
        defending: group.target,
        attacking,
        ko: None,
        attacker_moves,
        passed: false,
    })
}

/// A local position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node<const W: usize> {
    defending: Bits<W>,
    attacking: Bits<W>,
    /// Where the mover may not take back.
    ko: Option<u16>,
    attacker_moves: bool,
    passed: bool,
}

/// All local positions that can arise, by number.
struct Graph<'b, const W: usize> {
    board: &'b Board<W>,
    target: Bits<W>,
    /// Where stones may come to stand.
    playable: Bits<W>,
    surroundings: Surroundings<W>,
    favours: KoFavours,
    numbers: HashMap<Node<W>, u32>,
    nodes: Vec<Node<W>>,
    successors: Vec<Vec<u32>>,
}

impl<'b, const W: usize> Graph<'b, W> {
    /// Lists the positions; the starts get the first numbers after the two ends.
    fn explore(
        board: &'b Board<W>,
        group: &Enclosed<W>,
        surroundings: Surroundings<W>,
        favours: KoFavours,
        starts: &[Node<W>; 2],
    ) -> Option<Self> {
        let playable = group.space | group.target;
        let (numbers, nodes, successors) = (HashMap::new(), Vec::new(), vec![Vec::new(); 2]);
        let mut graph =
            Self { board, target: group.target, playable, surroundings, favours, numbers, nodes, successors };
        for &start in starts {
            graph.number(start);
        }
        let mut at = 0;
        while at < graph.nodes.len() {
            if graph.nodes.len() > NODES_MAX {
                return None;
            }
            let node = graph.nodes[at];
            let mut next = vec![graph.after_pass(&node)];
            let empties = playable & !(node.defending | node.attacking);
            for point in empties.indices() {
                if let Some(after) = graph.after_stone(&node, point) {
                    let is_taken = (after.defending & graph.target).none();
                    let is_free = node.attacking.count() > after.attacking.count() + HEART_MAX;
                    next.push(match (is_taken, is_free) {
                        (true, _) => CAPTURED,
                        (_, true) => SETTLED,
                        _ => graph.number(after),
                    });
                }
            }
            graph.successors.push(next);
            at += 1;
        }
        Some(graph)
    }

    fn number(&mut self, node: Node<W>) -> u32 {
        let fresh = self.nodes.len() as u32 + 2;
        let number = *self.numbers.entry(node).or_insert(fresh);
        if number == fresh {
            self.nodes.push(node);
        }
        number
    }

    fn after_pass(&mut self, node: &Node<W>) -> u32 {
        if node.passed {
            return SETTLED;
        }
        self.number(Node { ko: None, attacker_moves: !node.attacker_moves, passed: true, ..*node })
    }

    /// The position after a stone, if that is legal.
    fn after_stone(&self, node: &Node<W>, point: usize) -> Option<Node<W>> {
        if node.ko == Some(point as u16) {
            return None;
        }
        let attacker = node.attacker_moves;
        let (mut own, mut other) =
            if attacker { (node.attacking, node.defending) } else { (node.defending, node.attacking) };
        own.set(point);
        let mut near = self.board.neighbours(point) & other;
        let mut taken = Bits::EMPTY;
        while let Some(neighbour) = near.first() {
            let chain = self.board.reach(&Bits::one(neighbour), &other);
            near &= !chain;
            if self.breath(&chain, own | other, !attacker).none() {
                taken |= chain;
            }
        }
        other &= !taken;
        let chain = self.board.reach(&Bits::one(point), &own);
        let breath = self.breath(&chain, own | other, attacker);
        if breath.none() {
            return None;
        }
        let is_ko = taken.count() == 1 && chain.count() == 1 && breath == taken;
        // The stone was put by the one whom ko favours if the other may not take back.
        let bans = attacker == (self.favours == KoFavours::Attacker);
        let ko = taken.first().filter(|_| is_ko && bans).map(|point| point as u16);
        let (defending, attacking) = if attacker { (other, own) } else { (own, other) };
        Some(Node { defending, attacking, ko, attacker_moves: !attacker, passed: false })
    }

    /// What a chain lives by: empty points, and its ground outside.
    fn breath(&self, chain: &Bits<W>, stones: Bits<W>, is_attacker: bool) -> Bits<W> {
        let around = self.board.neighbours_of(chain);
        let ground = if is_attacker { self.surroundings.attackers } else { self.surroundings.defenders };
        around & ((self.playable & !stones) | ground)
    }

    /// Whether the side that wants this end can force it from each of the two starts.
    fn reached(&self, end: u32) -> [bool; 2] {
        let wants = |number: usize| self.nodes[number - 2].attacker_moves == (end == CAPTURED);
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.successors.len()];
        for (number, successors) in self.successors.iter().enumerate() {
            successors.iter().for_each(|&next| before[next as usize].push(number as u32));
        }
        let mut open: Vec<usize> = self.successors.iter().map(Vec::len).collect();
        let mut forced = vec![false; self.successors.len()];
        let mut queue = vec![end as usize];
        forced[end as usize] = true;
        while let Some(reached) = queue.pop() {
            for &previous in &before[reached] {
                let previous = previous as usize;
                open[previous] -= 1;
                if !forced[previous] && (wants(previous) || open[previous] == 0) {
                    forced[previous] = true;
                    queue.push(previous);
                }
            }
        }
        [forced[2], forced[3]]
    }
}

/// Random shapes, each read by both from the same start.
#[test]
fn reading_by_numbers_is_reading_on_the_board() {
    let game = crate::tests::game::<2>("go7");
    let board = game.board();
    let mut rng = enban_game::Rng::new(5);
    let (mut read, mut differing) = (0, [0; 2]);
    while read < 150 {
        let mut space = Bits::one(rng.below(board.points() as u32) as usize);
        let size = 1 + rng.below(5);
        while space.count() < size {
            let around: Vec<usize> = (board.neighbours_of(&space) & !space).indices().collect();
            space.set(around[rng.below(around.len() as u32) as usize]);
        }
        // A wall with a gap now and then, and stones of the attacker inside.
        let pick = |set: Bits<2>, of: u32, rng: &mut enban_game::Rng| {
            set.indices()
                .filter(|_| rng.below(of) == 0)
                .fold(Bits::<2>::EMPTY, |picked, point| picked | Bits::one(point))
        };
        let wall = board.neighbours_of(&space) & !space;
        let target = wall & !pick(wall, 6, &mut rng);
        let inside = pick(space, 3, &mut rng);
        let outside = board.all() & !(space | target);
        let surroundings = Surroundings { attackers: pick(outside, 2, &mut rng), defenders: Bits::EMPTY };
        let defenders = pick(outside & !surroundings.attackers, 3, &mut rng);
        let surroundings = Surroundings { defenders, ..surroundings };
        if target.none() || inside == space {
            continue;
        }
        let group = Enclosed { defender: enban_game::Colour::Black, target, space };
        let stones = [target, inside | surroundings.attackers];
        let ground = crate::recognition::local::Ground::of(board, stones, &group, surroundings).unwrap();
        for favours in [KoFavours::Attacker, KoFavours::Defender] {
            for end in [CAPTURED, SETTLED] {
                let slow = reached(board, stones, &group, surroundings, favours, end);
                let fast = ground.explore(favours).map(|graph| graph.reached(end));
                assert_eq!(slow, fast, "{group:?} {surroundings:?} {favours:?} {end}");
                if let Some(found) = fast {
                    found.into_iter().for_each(|is_forced| differing[usize::from(is_forced)] += 1);
                }
            }
        }
        read += 1;
    }
    assert!(differing.iter().all(|&count| count > 50), "both answers occur: {differing:?}");
}
