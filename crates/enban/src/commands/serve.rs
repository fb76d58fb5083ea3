//! `enban serve`, and `enban` alone: the page.

use anyhow::Result;
use enban_web::Options;

use crate::arguments::{Common, Serve};

/// Serves the page until Ctrl-C.
pub fn run(command: &Serve, common: &Common) -> Result<()> {
    // One core is left to the page while experiments run; their results do not depend on threads.
    let threads = match common.threads {
        Some(_) => common.threads(),
        None => common.threads().saturating_sub(1).max(1),
    };
    enban_web::serve(&Options {
        address: command.address.clone(),
        store: command.store.store.clone(),
        token: command.token.into(),
        open: !command.no_open,
        threads,
        json: common.json,
    })
}
