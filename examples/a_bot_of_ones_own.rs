//! A bot of one's own: an idea in a few lines, for any game of the catalog, and how it does against random play.
//!
//! ```sh
//! cargo run --release -p enban-examples --bin a-bot-of-ones-own -- reversi 200
//! ```

use std::error::Error;

use enban_catalog::{AnyGame, Expression, Session, open};
use enban_game::{Points, Seat, Step, Watch};
use enban_search::Desk;
use enban_stats::{Tally, conclusion};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = open(words.first().map_or("nip", String::as_str))?;
    let games: u64 = words.get(1).map_or(Ok(40), |word| word.parse())?;

    let mut tally = Tally::default();
    for number in 0..games {
        let bot = Seat((number % 2) as u8);
        match play(&*game, bot, number)? {
            Some(seat) if seat == bot => tally.wins += 1,
            Some(_) => tally.losses += 1,
            None => tally.draws += 1,
        }
    }

    println!("{} won, {} drawn, {} lost", tally.wins, tally.draws, tally.losses);
    println!("A is the bot, B random play: {}, with 95% confidence", conclusion(&tally, 0.95).verdict);
    Ok(())
}

/// The bot: it leaves the opponent as few moves as possible, and among such moves takes the one with the best score.
fn choose(session: &dyn Session) -> Option<Step> {
    let mover = session.mover();
    let worth = |step: &Step| {
        let mut after = session.copy();
        after.play(*step).expect("legal steps can be played");
        let scores = after.standing().scores;
        let others = scores.iter().enumerate().filter(|&(seat, _)| seat != mover.index());
        let best_other = others.map(|(_, &points)| points).max().unwrap_or(Points::ZERO);
        (after.legal_steps().len(), best_other - scores[mover.index()])
    };
    session.legal_steps().into_iter().min_by_key(worth)
}

/// Plays one game against random play and returns the winner.
fn play(game: &dyn AnyGame, bot: Seat, seed: u64) -> Result<Option<Seat>, Box<dyn Error>> {
    let mut session = game.begin();
    for seat in (0..game.seats()).map(|seat| Seat(seat as u8)).filter(|&seat| seat != bot) {
        session.seat_player(seat, &Expression::plain("random"), seed)?;
    }
    let watch = Watch::default();
    while !session.standing().over {
        if session.mover() == bot {
            let step = choose(&*session).ok_or("a game that is not over has a step")?;
            session.play(step)?;
        } else {
            session.think(&Desk::quiet(&watch))?;
        }
    }
    Ok(session.ending().scores.winner())
}
