//! The types as a TypeScript file, so that the page is checked against what the server says.

use ts_rs::TS;

use super::*;

macro_rules! declarations {
    ($($type:ty),* $(,)?) => {
        [$(format!("export {}\n", <$type>::decl())),*].concat()
    };
}

/// The text of `page/api-types.d.ts`.
pub(crate) fn typescript() -> String {
    let declarations = declarations![
        ErrorAnswer,
        ErrorDetail,
        TextPlace,
        Games,
        GameInfo,
        OptionInfo,
        OptionKind,
        OptionValue,
        PlayerInfo,
        LevelInfo,
        Room,
        Seat,
        Thinking,
        Node,
        Value,
        Announcement,
        Analysis,
        Candidate,
        Solve,
        SolvedMove,
        Review,
        View,
        Board,
        Cell,
        Legal,
        Capture,
        Direction,
        Last,
        Overlay,
        OverlayCell,
        OverlayLine,
        SeatSpec,
        NewRoom,
        PlayRequest,
        NodeRequest,
        SeatsRequest,
        RunRequest,
        AnalysisRequest,
        SolveRequest,
        ReviewRequest,
        CommentRequest,
        OverlayRequest,
        CheckRequest,
        Checked,
        ImportRequest,
        Imported,
        Experiments,
        ExperimentInfo,
        ExperimentDetail,
        NewExperimentRequest,
        StartedExperiment,
        Library,
        GameLine,
    ];
    format!(
        "// Written by `cargo test -p enban-web` with ENBAN_WRITE_TYPES=1 from crates/web/src/api.rs.\n\n{declarations}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_of_the_page_are_those_of_the_server() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/api-types.d.ts");
        if std::env::var_os("ENBAN_WRITE_TYPES").is_some() {
            std::fs::write(path, typescript()).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == typescript(), "{path} is out of date: run this test with ENBAN_WRITE_TYPES=1");
    }
}
