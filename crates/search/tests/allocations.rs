//! No allocation in a node: a search a hundred times as large allocates no more than a small one.
#![allow(unsafe_code, clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use enban_game::{Endgame, Game, Rng, Trail, Turn, Watch};
use enban_reversi::family::on_open_board;
use enban_reversi::kernel::Portable;
use enban_reversi::{Open, Options, ReversiOn, Shape, Squares};
use enban_search::exact::{Settings, Solver};
use enban_search::{AlphaBeta, AlphaBetaParams, Count, Desk, Limits, Player, ReadOut};

/// Counts what is asked of the system's allocator.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(work: impl FnOnce() -> u64) -> (u64, u64) {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let nodes = work();
    (ALLOCATIONS.load(Ordering::Relaxed) - before, nodes)
}

fn late(game: &ReversiOn<Portable<u64>, Open>, left: u32) -> enban_reversi::Position<u64> {
    let mut rng = Rng::new(3);
    let mut state = game.start();
    while game.moves_left(&state) > left {
        match game.turn(&state) {
            Turn::Moves(moves) => game.play(&mut state, game.nth_move(&moves, rng.below(moves.count()))),
            Turn::Pass => game.pass(&mut state),
            Turn::Over => panic!("the game is over early"),
        }
    }
    state
}

/// One test, so that nothing else allocates at the same time.
#[test]
fn nodes_do_not_allocate() {
    let game = on_open_board(Portable::<u64>::new(), "reversi", Shape::square(8), Options::default()).unwrap();
    let solve = |left: u32| {
        let solver = Solver::new(game.clone(), 4);
        let state = late(&game, left);
        allocations(|| solver.solve(&state, &Settings::default(), &Watch::default()).nodes)
    };
    let ((few, small), (many, large)) = (solve(8), solve(14));
    assert!(large > 20 * small, "{small} {large}");
    assert!(many < few + 20, "the solver: {few} allocations for {small} nodes, {many} for {large}");

    let search = |depth: u32| {
        let trail = Trail::new(game.clone());
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let params = AlphaBetaParams { limits, exact: ReadOut::From(0), megabytes: 4, ..AlphaBetaParams::default() };
        let mut player = AlphaBeta::new(&game, Arc::new(Count), params);
        allocations(|| player.think(&trail, &Desk::quiet(&Watch::default())).nodes)
    };
    let ((few, small), (many, large)) = (search(3), search(8));
    assert!(large > 20 * small, "{small} {large}");
    assert!(many < few + 60, "alpha-beta: {few} allocations for {small} nodes, {many} for {large}");
}
