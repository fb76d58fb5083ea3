//! `enban gtp`: the program as an engine for front ends and servers, over GTP 2 on its input and output.

use std::io::{BufReader, stdin, stdout};

use anyhow::Result;
use enban_gtp::{Options, StartError, serve};

use crate::arguments::{Common, Gtp};

/// Answers commands until `quit` or the end of the input.
pub fn run(command: &Gtp, common: &Common) -> Result<()> {
    let options = Options {
        game: command.game.clone(),
        player: command.player.clone(),
        seed: common.seed(),
        never_resigns: command.never_resign,
        ponders: command.ponder,
        version: command.override_version.clone(),
    };
    match serve(&options, BufReader::new(stdin()), stdout()) {
        // A closed pipe is recognised by its own error.
        Err(StartError::Output(error)) => Err(error.into()),
        done => Ok(done?),
    }
}
