//! What the tests need besides Rust: a browser and its driver, an external engine, the type checker, axe-core.
//!
//! Programs come from the system's packages; what comes from npm is kept under the folder of builds, at exact versions.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};
use serde_json::Value;

use crate::{run, tidy};

/// Something that must be on the machine.
pub struct Need {
    /// The Debian package that has it.
    package: &'static str,
    /// A command that succeeds if it is there.
    proof: &'static [&'static str],
}

/// Programs that the tests start.
pub const PROGRAMS: &[Need] = &[
    Need { package: "chromium", proof: &["chromium", "--version"] },
    Need { package: "chromium-driver", proof: &["chromedriver", "--version"] },
    Need { package: "gnugo", proof: &["gnugo", "--version"] },
    Need { package: "nodejs", proof: &["node", "--version"] },
    Need { package: "npm", proof: &["npm", "--version"] },
];

/// Letters that pictures of the page show.
pub const FONTS: &[Need] = &[Need { package: "fonts-noto-cjk", proof: &["sh", "-c", "fc-list :lang=ja | grep -q ."] }];

/// What npm brings, and which version of it.
const MODULES: [(&str, &str); 2] = [("typescript", "7.0.2"), ("axe-core", "4.14.0")];

/// Where Debian keeps its games; not every path leads there.
const GAMES: &str = "/usr/games";

/// Installs what is missing; where that is not allowed, says what to install and how.
pub fn ensure(needs: &[Need]) -> Result<()> {
    let missing = |needs: &[Need]| -> Vec<&'static str> {
        needs.iter().filter(|need| !is_there(need)).map(|need| need.package).collect()
    };
    let packages = missing(needs);
    if packages.is_empty() {
        return Ok(());
    }
    let words = packages.join(" ");
    let remedy = format!("install them with: sudo apt-get install {words}");
    let Some(leave) = leave_to_install() else { bail!("missing: {words}; {remedy}") };
    let apt = |arguments: &[&str]| {
        let words = [leave, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--yes"], arguments].concat();
        run(Command::new(words[0]).args(&words[1..]))
    };
    let install = [&["install", "--no-install-recommends"], &packages[..]].concat();
    // The lists of packages may be old or not there at all; only then is it worth to fetch them.
    if apt(&install).is_err() {
        apt(&["update"])?;
        apt(&install)?;
    }
    match missing(needs).as_slice() {
        [] => Ok(()),
        still => bail!("still missing after the installation: {}; {remedy}", still.join(" ")),
    }
}

/// Checks the types of the page's JavaScript.
pub fn check_types() -> Result<()> {
    let modules = modules()?;
    run(Command::new("node").arg(modules.join("typescript/bin/tsc")).args(["--project", "crates/web/page"]))
}

/// The folder of what cargo builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| tidy::root().join("target"), Into::into)
}

/// The folder of what npm brought, filled if need be.
fn modules() -> Result<PathBuf> {
    let tools = target().join("tools");
    let modules = tools.join("node_modules");
    let is_installed = |(name, version): &(&str, &str)| {
        let manifest = std::fs::read_to_string(modules.join(name).join("package.json")).unwrap_or_default();
        serde_json::from_str(&manifest).is_ok_and(|manifest: Value| manifest["version"] == *version)
    };
    if !MODULES.iter().all(is_installed) {
        std::fs::create_dir_all(&tools)?;
        let wanted = MODULES.map(|(name, version)| format!("{name}@{version}"));
        let quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund"];
        run(Command::new("npm").arg("install").arg("--prefix").arg(&tools).args(quiet).args(&wanted))?;
    }
    match MODULES.iter().find(|module| !is_installed(module)) {
        None => Ok(modules),
        Some((name, version)) => bail!("npm did not install {name}@{version} into {}", tools.display()),
    }
}

fn is_there(need: &Need) -> bool {
    let [program, arguments @ ..] = need.proof else { return false };
    let works =
        |program: &str| Command::new(program).args(arguments).output().is_ok_and(|answer| answer.status.success());
    works(program) || works(&format!("{GAMES}/{program}"))
}

/// The words before a command that let it install packages; none if we may not.
fn leave_to_install() -> Option<&'static [&'static str]> {
    let output = |program: &str, arguments: &[&str]| Command::new(program).args(arguments).output().ok();
    output("apt-get", &["--version"])?;
    if output("id", &["-u"]).is_some_and(|answer| answer.stdout.trim_ascii() == b"0") {
        return Some(&[]);
    }
    output("sudo", &["-n", "true"]).is_some_and(|answer| answer.status.success()).then_some(&["sudo", "-n"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_told_from_what_is_not() {
        assert!(is_there(&Need { package: "coreutils", proof: &["true"] }));
        assert!(!is_there(&Need { package: "coreutils", proof: &["false"] }));
        assert!(!is_there(&Need { package: "none", proof: &["no-such-program-anywhere"] }));
    }
}
