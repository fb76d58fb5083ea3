//! What a report is made of: headings, paragraphs, facts, commands, tables and plots.

use crate::language::Language;
use crate::plot::Plot;

/// A report. All text in it is plain text: every writer escapes what its format would read as markup.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Document {
    /// What stands at the top.
    pub title: String,
    /// A line below the title; may be empty.
    pub subtitle: String,
    /// The language of the text, and of the few words that the writers add.
    pub language: Language,
    /// The content, from top to bottom.
    pub blocks: Vec<Block>,
}

impl Document {
    /// An empty document in English.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a block at the end.
    pub fn push(&mut self, block: impl Into<Block>) {
        self.blocks.push(block.into());
    }
}

/// One part of a document.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// The head of a section.
    Heading(String),
    /// Running text. A line break in it counts as a blank.
    Paragraph(String),
    /// Labels and values, for the methods of an experiment: `Games: 1000`.
    Facts(Vec<(String, String)>),
    /// A command to copy, with its line breaks.
    Code(String),
    /// A table.
    Table(Table),
    /// A plot.
    Plot(Plot),
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

impl From<Plot> for Block {
    fn from(plot: Plot) -> Self {
        Self::Plot(plot)
    }
}

/// A table. Short rows are filled up with empty cells, long ones get columns without a name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// What the table shows; the writers number it.
    pub caption: String,
    /// Its columns. The first holds the names of the rows.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Remarks below the table.
    pub notes: Vec<String>,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: impl Into<String>, columns: impl Into<Vec<Column>>) -> Self {
        Self { caption: caption.into(), columns: columns.into(), ..Self::default() }
    }

    /// Adds a row at the end.
    pub fn push(&mut self, row: impl Into<Row>) {
        self.rows.push(row.into());
    }

    /// Columns including those that only a long row has.
    pub(crate) fn full_columns(&self) -> Vec<Column> {
        let width = self.rows.iter().map(|row| row.cells.len()).fold(self.columns.len(), usize::max);
        let mut columns = self.columns.clone();
        columns.resize_with(width, || Column::left(""));
        columns
    }

    /// The spans of the header's upper row: a group or none, and how many columns it spans.
    pub(crate) fn groups(columns: &[Column]) -> Vec<(Option<&str>, usize)> {
        let mut spans: Vec<(Option<&str>, usize)> = Vec::new();
        for column in columns {
            match (spans.last_mut(), column.group.as_deref()) {
                (Some((Some(open), count)), Some(group)) if *open == group => *count += 1,
                (_, group) => spans.push((group, 1)),
            }
        }
        spans
    }
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its head.
    pub name: String,
    /// Where its text stands.
    pub align: Align,
    /// A head that spans this column and its neighbours with the same group.
    pub group: Option<String>,
}

impl Column {
    /// A column of words.
    pub fn left(name: impl Into<String>) -> Self {
        Self { name: name.into(), align: Align::Left, group: None }
    }

    /// A column of numbers.
    pub fn right(name: impl Into<String>) -> Self {
        Self { align: Align::Right, ..Self::left(name) }
    }

    /// A column of short marks.
    pub fn centre(name: impl Into<String>) -> Self {
        Self { align: Align::Centre, ..Self::left(name) }
    }

    /// The column under a spanning head.
    pub fn in_group(self, group: impl Into<String>) -> Self {
        Self { group: Some(group.into()), ..self }
    }

    /// The name for formats that have one row of heads: `group: name`.
    pub(crate) fn full_name(&self) -> String {
        match &self.group {
            Some(group) if self.name.is_empty() => group.clone(),
            Some(group) => format!("{group}: {}", self.name),
            None => self.name.clone(),
        }
    }
}

/// Where the text of a column stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Align {
    /// For words.
    #[default]
    Left,
    /// For numbers.
    Right,
    /// For marks.
    Centre,
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The emphasis of cells that have none of their own.
    pub emphasis: Emphasis,
    /// Whether a rule divides it from the row above.
    pub rule_above: bool,
}

impl Row {
    /// A plain row.
    pub fn new<C: Into<Cell>>(cells: impl IntoIterator<Item = C>) -> Self {
        Self { cells: cells.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The row in strong type.
    pub fn strong(self) -> Self {
        Self { emphasis: Emphasis::Strong, ..self }
    }

    /// The row in pale type.
    pub fn muted(self) -> Self {
        Self { emphasis: Emphasis::Muted, ..self }
    }

    /// The row with a rule above it.
    pub fn ruled(self) -> Self {
        Self { rule_above: true, ..self }
    }

    /// The text of a cell, empty where the row is short, and its emphasis.
    pub(crate) fn cell(&self, column: usize) -> (&str, Emphasis) {
        match self.cells.get(column) {
            None => ("", self.emphasis),
            Some(Cell { text, emphasis: Emphasis::Plain }) => (text, self.emphasis),
            Some(cell) => (&cell.text, cell.emphasis),
        }
    }
}

impl<C: Into<Cell>> From<Vec<C>> for Row {
    fn from(cells: Vec<C>) -> Self {
        Self::new(cells)
    }
}

impl<C: Into<Cell>, const N: usize> From<[C; N]> for Row {
    fn from(cells: [C; N]) -> Self {
        Self::new(cells)
    }
}

/// One cell. Numbers arrive as text: see [`crate::number`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// What stands in it.
    pub text: String,
    /// Its own emphasis, as for the best figure of a column.
    pub emphasis: Emphasis,
}

impl Cell {
    /// A cell in strong type.
    pub fn strong(text: impl Into<String>) -> Self {
        Self { text: text.into(), emphasis: Emphasis::Strong }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), emphasis: Emphasis::Plain }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, emphasis: Emphasis::Plain }
    }
}

/// How loud a row or a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Emphasis {
    /// As the rest.
    #[default]
    Plain,
    /// The row that the reader looks for.
    Strong,
    /// A row that is there for comparison.
    Muted,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_join_neighbours_only() {
        let columns = [
            Column::left("player"),
            Column::right("a").in_group("x"),
            Column::right("b").in_group("x"),
            Column::right("c").in_group("y"),
            Column::right("d"),
            Column::right("e"),
            Column::right("f").in_group("x"),
        ];
        let spans = Table::groups(&columns);
        assert_eq!(spans, [(None, 1), (Some("x"), 2), (Some("y"), 1), (None, 1), (None, 1), (Some("x"), 1)]);
        assert_eq!(columns[1].full_name(), "x: a");
    }

    #[test]
    fn uneven_rows_lose_nothing() {
        let mut table = Table::new("", [Column::left("a"), Column::right("b")]);
        table.push(["1"]);
        table.push(Row::new(["1", "2", "3"]).muted());
        assert_eq!(table.full_columns().len(), 3);
        assert_eq!(table.rows[0].cell(1), ("", Emphasis::Plain));
        assert_eq!(table.rows[1].cell(2), ("3", Emphasis::Muted));
    }
}
