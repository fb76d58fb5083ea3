//! The project's own commands: `cargo xtask test`, `slow`, `tidy`, `fuzz`, `load`, `attack`, `learn`, `types`, `screenshots`.

mod load;
mod tidy;
mod tools;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask test    all that must hold before a change lands: format, clippy, types of the page, tests, tidy;
                    installs the tools that it needs, or says which are missing
cargo xtask slow    the long proofs: perft to the last published depth
cargo xtask tidy    dependency arrows and journeys of docs/ARCHITECTURE.md, no rules in gtp and web, a //! head in every file
cargo xtask fuzz N  every fuzz target for N seconds (needs cargo-fuzz: cargo install cargo-fuzz)
cargo xtask load    50 games at once on one server: 95% of its answers must come within 100 ms; `load PROGRAM`
                    measures one that is built already
cargo xtask attack  180 games at once while one attacker of each kind tries to stop the server, for five minutes; `attack SECONDS`,
                    `attack SECONDS PROGRAM`: the same limit, and its memory back afterwards
cargo xtask learn WHAT  the learned tables again, from games of the project's own players: `go` (the priors of uct;
                    hours) or `yonin` (the evaluation of Yonin; ten minutes)
cargo xtask types   the types of the page's JavaScript
cargo xtask screenshots  renews docs/screenshots: every page, light and dark";

/// The test that writes them.
const PICTURES: &str = "screenshots_of_every_page";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(),
        ["slow"] => slow(),
        ["tidy"] => tidy::check(),
        ["load"] => load::build().and_then(|program| load::run(&program)),
        ["attack"] => load::build().and_then(|program| load::attack::run(&program, 300)),
        ["attack", seconds] => load::build().and_then(|program| load::attack::run(&program, number(seconds)?)),
        ["attack", seconds, program] => {
            number(seconds).and_then(|seconds| load::attack::run(Path::new(program), seconds))
        }
        ["load", program] => load::run(Path::new(program)),
        ["learn", table] => learn(table),
        ["types"] => types(),
        ["screenshots"] => screenshots(),
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

/// A number of seconds.
fn number(word: &str) -> Result<u64> {
    word.parse().with_context(|| format!("{word:?}: expected a number of seconds"))
}

fn test() -> Result<()> {
    need("fmt", "rustup component add rustfmt")?;
    need("clippy", "rustup component add clippy")?;
    cargo(&["fmt", "--all", "--check"])?;
    tidy::check()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])?;
    // What other architectures compile: the same games and players without the x86 kernels. Above the catalog nothing
    // knows of kernels.
    let portable = ["check", "--package", "enban-catalog", "--quiet", "--target-dir", "target/portable"];
    run(Command::new("cargo").args(portable).env("RUSTFLAGS", "--cfg enban_portable --deny warnings"))?;
    types()?;
    // `--tests` takes the libraries and binaries too, but leaves out those that say they have no tests; `--lib` would build the
    // catalog, and with it every player of every game, a second time.
    cargo(&["test", "--workspace", "--tests"])?;
    cargo(&["test", "--workspace", "--doc"])
}

/// Writes a learned table with the figures that made the one in the repository. The same figures give the same table as long
/// as the players that it learns from play the same.
fn learn(table: &str) -> Result<()> {
    let (package, example, figures, file) = match table {
        "go" => ("enban-uct", "learn", &["9", "600", "800", "1"][..], "crates/uct/src/learned.rs"),
        "yonin" => {
            ("enban-train", "learn_yonin", &["1", "300", "6000", "10000"][..], "crates/eval/weights/yonin.weights")
        }
        other => bail!("no table {other:?}, expected go or yonin"),
    };
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--package", package, "--example", example, "--"]).args(figures);
    eprintln!("> {command:?} > {file}");
    let output = command.current_dir(tidy::root()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("failed: {command:?}");
    }
    std::fs::write(tidy::root().join(file), output.stdout).with_context(|| format!("cannot write {file}"))
}

fn types() -> Result<()> {
    tools::ensure(tools::PROGRAMS)?;
    tools::check_types()
}

fn slow() -> Result<()> {
    cargo(&["test", "--workspace", "--release", "--tests", "--", "--ignored", "--nocapture", "--skip", PICTURES])
}

fn screenshots() -> Result<()> {
    tools::ensure(tools::PROGRAMS)?;
    tools::ensure(tools::FONTS)?;
    cargo(&["test", "--package", "enban", "--test", "browser", "--", "--ignored", PICTURES])
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
