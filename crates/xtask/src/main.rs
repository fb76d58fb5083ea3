//! The project's own commands: `cargo xtask test`, `slow`, `tidy`, `fuzz`, `load`.

mod load;
mod tidy;

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask test    all that must hold before a change lands: format, clippy, tests, tidy
cargo xtask slow    the long proofs: perft to the last published depth
cargo xtask tidy    dependency arrows as docs/ARCHITECTURE.md states them, a //! head in every file
cargo xtask fuzz N  every fuzz target for N seconds (needs cargo-fuzz: cargo install cargo-fuzz)
cargo xtask load    50 games at once on one server: 95% of its answers must come within 100 ms";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(),
        ["slow"] => slow(),
        ["tidy"] => tidy::check(),
        ["load"] => load::run(),
        ["fuzz"] => fuzz("30"),
        ["fuzz", seconds] => fuzz(seconds),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<()> {
    need("fmt", "rustup component add rustfmt")?;
    need("clippy", "rustup component add clippy")?;
    cargo(&["fmt", "--all", "--check"])?;
    tidy::check()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])?;
    // What other architectures compile: the same program without the x86 kernels.
    let portable = ["check", "--workspace", "--quiet", "--target-dir", "target/portable"];
    run(Command::new("cargo").args(portable).env("RUSTFLAGS", "--cfg enban_portable --deny warnings"))?;
    cargo(&["test", "--workspace", "--lib", "--bins", "--tests"])
}

fn slow() -> Result<()> {
    cargo(&["test", "--workspace", "--release", "--tests", "--", "--ignored", "--nocapture"])
}

fn fuzz(seconds: &str) -> Result<()> {
    let Ok(seconds) = seconds.parse::<u32>() else { bail!("fuzz {seconds:?}: expected a number of seconds") };
    need("fuzz", "cargo install cargo-fuzz")?;
    for target in ["positions", "names", "records"] {
        let limit = format!("-max_total_time={seconds}");
        // The fuzzer's instrumentation is behind a switch that only this variable opens on stable Rust.
        run(Command::new("cargo").args(["fuzz", "run", target, "--", &limit]).env("RUSTC_BOOTSTRAP", "1"))?;
    }
    Ok(())
}

/// Whether cargo has a subcommand; otherwise how to get it.
fn need(subcommand: &str, remedy: &str) -> Result<()> {
    let answer = Command::new("cargo").args([subcommand, "--version"]).output();
    if !answer.is_ok_and(|answer| answer.status.success()) {
        bail!("`cargo {subcommand}` is missing; install it with: {remedy}");
    }
    Ok(())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    run(Command::new("cargo").args(arguments))
}

fn run(command: &mut Command) -> Result<()> {
    let root = tidy::root();
    eprintln!("> {command:?}");
    let status = command.current_dir(root).status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("failed: {command:?}");
    }
    Ok(())
}
