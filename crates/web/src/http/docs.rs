//! The description of the interface for programs.

use axum::Json;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;

use super::{events, lab, records, rooms};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Enban",
        description = "Games, rooms, studies, records and experiments. Errors are always {\"error\": {...}}."
    ),
    paths(
        rooms::games,
        rooms::create,
        rooms::show,
        rooms::close,
        rooms::play,
        rooms::undo,
        rooms::goto,
        rooms::seats,
        rooms::run,
        rooms::analysis,
        rooms::solve,
        rooms::review,
        rooms::comment,
        rooms::promote,
        rooms::remove,
        rooms::overlay,
        rooms::check,
        records::import,
        records::export,
        events::events,
        lab::library,
        lab::open_saved,
        lab::experiments,
        lab::experiment,
        lab::begin,
        lab::run,
        lab::stop,
        lab::games,
        lab::open_game,
    )
)]
struct Described;

/// `/api/docs.json`
pub(crate) async fn docs() -> Json<Description> {
    Json(Described::openapi())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::OptionInfo;
    use serde_json::{Value, json};
    use std::collections::BTreeSet;

    #[test]
    fn options_are_described_with_their_types() {
        let described = serde_json::to_value(Described::openapi()).unwrap();
        let schemas = &described["components"]["schemas"];
        assert_eq!(schemas["OptionKind"]["enum"], json!(["whole", "number", "seconds", "word", "switch", "text"]));
        let entry = enban_catalog::entries().next().unwrap();
        let option = serde_json::to_value(OptionInfo::of(&entry.options()[0])).unwrap();
        let fields = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(fields(&schemas["OptionInfo"]["properties"]), fields(&option));
    }
}
