//! The languages of a document and the few words that the writers add to it.

/// The language of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

/// The words that a writer needs.
pub(crate) struct Words {
    pub table: &'static str,
    pub figure: &'static str,
    pub numbers: &'static str,
    pub low: &'static str,
    pub high: &'static str,
    pub row: &'static str,
    pub panel: &'static str,
    pub series: &'static str,
    /// What stands between a number such as `Table 1` and its caption.
    pub stop: &'static str,
    /// What stands between a label and its value.
    pub colon: &'static str,
}

impl Language {
    /// The code for the `lang` attribute of HTML.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    pub(crate) fn words(self) -> &'static Words {
        match self {
            Self::English => &Words {
                table: "Table",
                figure: "Figure",
                numbers: "The numbers of this figure",
                low: "low",
                high: "high",
                row: "row",
                panel: "panel",
                series: "series",
                stop: ". ",
                colon: ": ",
            },
            Self::Japanese => &Words {
                table: "表",
                figure: "図",
                numbers: "この図の数値",
                low: "下限",
                high: "上限",
                row: "行",
                panel: "区分",
                series: "系列",
                stop: "　",
                colon: "：",
            },
        }
    }
}
