//! The program: arguments in, one command run, an exit code out.
//!
//! 0: done. 1: a store is damaged, and what was printed says where. 2: the input was wrong, and the message says where and what was expected. 130: stopped.

mod arguments;
mod commands;
mod draw;
mod json;
mod lab;
mod report;
mod work;

use std::process::ExitCode;

use clap::Parser;
use enban_external::supervisor;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    if supervisor::is_wanted() {
        // It ends when the program does, and not before: a signal to all of us must not leave an engine alone.
        let _ = ctrlc::set_handler(|| {});
        return supervisor::serve();
    }
    supervisor::install(&[]);
    let arguments = Arguments::parse();
    let common = arguments.common;
    let done = match arguments.command {
        None => commands::serve::run(&arguments::Serve::default(), &common),
        Some(Command::Serve(command)) => commands::serve::run(&command, &common),
        Some(Command::Games(command)) => commands::games::run(&command, &common),
        Some(Command::Show(command)) => commands::show::run(&command, &common),
        Some(Command::Perft(command)) => commands::perft::run(&command, &common),
        Some(Command::Random(command)) => commands::random::run(&command, &common),
        Some(Command::Play(command)) => commands::play::run(&command, &common),
        Some(Command::Players(command)) => commands::players::run(&command, &common),
        Some(Command::Solve(command)) => commands::solve::run(&command, &common),
        Some(Command::Analyze(command)) => commands::analyze::run(&command, &common),
        Some(Command::Strength(command)) => lab::strength::run(&command, &common),
        Some(Command::Bench(command)) => commands::bench::run(&command, &common),
        Some(Command::Gtp(command)) => commands::gtp::run(&command, &common),
        Some(Command::Match(command)) => lab::contest::run(&command, &common),
        Some(Command::Run(command)) => lab::run::run(&command, &common),
        Some(Command::List(command)) => lab::list::run(&command, &common),
        Some(Command::Records(command)) => lab::records::run(&command, &common),
        Some(Command::Replay(command)) => lab::replay::run(&command, &common),
        Some(Command::Export(command)) => lab::export::run(&command, &common),
        Some(Command::Report(command)) => lab::report::run(&command, &common),
        Some(Command::Tune(command)) => lab::tune::run(&command, &common),
        Some(Command::Train(command)) => lab::train::run(&command, &common),
        Some(Command::CheckEngine(command)) => lab::check_engine::run(&command, &common),
        Some(Command::CheckStore(command)) => lab::check_store::run(&command, &common),
        Some(Command::Backup(command)) => lab::backup::run(&command, &common),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<work::Stopped>() => ExitCode::from(130),
        Err(error) if error.is::<work::Damaged>() => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("enban: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whoever read our output has seen enough, as in `enban games | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
