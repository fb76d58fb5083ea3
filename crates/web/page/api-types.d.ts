// Written by `cargo test -p enban-web` with ENBAN_WRITE_TYPES=1 from crates/web/src/api.rs.

export type ErrorAnswer = { 
/**
 * The error.
 */
error: ErrorDetail, };
export type ErrorDetail = { 
/**
 * What is wrong, for people.
 */
message: string, 
/**
 * Where in the text that was sent.
 */
place?: TextPlace, 
/**
 * What was expected there.
 */
expected?: string, };
export type TextPlace = { 
/**
 * Characters before it, as JavaScript counts them.
 */
offset: number, 
/**
 * What stands there; empty at the end.
 */
text: string, };
export type Games = { 
/**
 * The games.
 */
games: Array<GameInfo>, 
/**
 * The version of the program.
 */
version: string, };
export type GameInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its English name.
 */
name_en: string, 
/**
 * Its Japanese name.
 */
name_ja: string, 
/**
 * What it is.
 */
about: string, 
/**
 * How many seats it has.
 */
seats: number, 
/**
 * The family it belongs to.
 */
family: "nip" | "reversi" | "yonin" | "go", 
/**
 * Its options.
 */
options: Array<OptionInfo>, 
/**
 * Its players.
 */
players: Array<PlayerInfo>, 
/**
 * Its ten levels.
 */
levels: Array<LevelInfo>, 
/**
 * What can be laid over its board.
 */
overlays: Array<string>, 
/**
 * Whether its positions can be solved exactly.
 */
solver: boolean, };
export type OptionInfo = { 
/**
 * Its key.
 */
key: string, 
/**
 * What it does.
 */
about: string, 
/**
 * What kind of value it takes.
 */
kind: OptionKind, 
/**
 * The least number it takes.
 */
min: number | null, 
/**
 * The greatest number it takes; null where there is no limit.
 */
max: number | null, 
/**
 * What a number must be a multiple of.
 */
step: number | null, 
/**
 * The words it takes: all there are for the kind `word`, words besides numbers or text for the others.
 */
choices: Array<string>, 
/**
 * The value when it is not given; null where that is no single value.
 */
default: OptionValue | null, 
/**
 * What holds when it is not given, in words.
 */
usual: string, 
/**
 * What it takes, in few letters.
 */
values: string, };
export type OptionKind = "whole" | "number" | "seconds" | "word" | "switch" | "text";
export type OptionValue = number | number | boolean | string;
export type PlayerInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is the player of a study.
 */
study: boolean, 
/**
 * What it does.
 */
about: string, 
/**
 * Its options.
 */
options: Array<OptionInfo>, };
export type LevelInfo = { 
/**
 * From 1, the weakest, to 10.
 */
level: number, 
/**
 * The player that plays it.
 */
player: string, 
/**
 * Its measured strength.
 */
elo: number | null, 
/**
 * The low end of its 95% interval.
 */
elo_low: number | null, 
/**
 * The high end.
 */
elo_high: number | null, };
export type Room = { 
/**
 * Its id.
 */
id: string, 
/**
 * Grows with every change.
 */
seq: number, 
/**
 * The game with its options.
 */
game: string, 
/**
 * The family of the game.
 */
family: "nip" | "reversi" | "yonin" | "go", 
/**
 * Who sits where.
 */
seats: Array<Seat>, 
/**
 * Whether the players that are not people move by themselves.
 */
running: boolean, 
/**
 * The least time between two of their moves.
 */
delay_ms: number, 
/**
 * Who thinks, if anyone.
 */
thinking: Thinking | null, 
/**
 * The node that is shown.
 */
node: number, 
/**
 * All nodes; ids are not places in the list once some were removed.
 */
nodes: Array<Node>, 
/**
 * The position that is shown.
 */
view: View, 
/**
 * Why its latest changes are not in the library yet, if they could not be saved.
 */
not_saved: string | null, 
/**
 * What has just happened.
 */
announcement: Announcement | null, 
/**
 * What the analysis says.
 */
analysis: Analysis, 
/**
 * Whether its positions can be solved exactly.
 */
solver: boolean, 
/**
 * What the solver says.
 */
solve: Solve | null, 
/**
 * How far the review is.
 */
review: Review | null, };
export type Seat = { 
/**
 * human, player or level.
 */
kind: "human" | "player" | "level", 
/**
 * The player's expression.
 */
player?: string, 
/**
 * The level.
 */
level?: number, 
/**
 * How the seat is written in positions.
 */
label: string, 
/**
 * black or white.
 */
colour: "black" | "white", };
export type Thinking = { 
/**
 * Its seat.
 */
seat: number, 
/**
 * For how long it has been thinking.
 */
since_ms: number, 
/**
 * Positions or simulations so far, as far as it tells.
 */
nodes: number, };
export type Node = { 
/**
 * Its id.
 */
id: number, 
/**
 * The node before it.
 */
parent: number | null, 
/**
 * The move that led here.
 */
move: string | null, 
/**
 * What was played from here, the main line first.
 */
children: Array<number>, 
/**
 * What was written about it.
 */
comment: string, 
/**
 * The seat that made the move.
 */
mover: number | null, 
/**
 * What the position is worth to the seat on turn.
 */
value: Value | null, 
/**
 * What the move lost, in points or in share of games.
 */
loss: number | null, 
/**
 * How bad that is.
 */
mistake: "slip" | "mistake" | "blunder" | null, };
export type Value = { 
/**
 * exact, lead, chance, at_least, at_most or figure.
 */
kind: "exact" | "lead" | "chance" | "at_least" | "at_most" | "figure", 
/**
 * As the seat on turn sees it: points, or for a chance the share of games won.
 */
value: number, 
/**
 * How deep it was read.
 */
depth: number, 
/**
 * As black sees it, in the same unit; in games for more than two as the seat on turn sees it.
 */
black: number, };
export type Announcement = { 
/**
 * pass, over, resign, round (players alone do not come to an end) or failure.
 */
kind: "pass" | "over" | "resign" | "round" | "failure", 
/**
 * The seat it is about; of a finished game the winner, if there is one.
 */
seat: number | null, 
/**
 * The key of the sentence for it.
 */
text_key: string, 
/**
 * More about a failure.
 */
text?: string, };
export type Analysis = { 
/**
 * Whether it goes on.
 */
on: boolean, 
/**
 * Who analyses.
 */
player: string, 
/**
 * The node that the candidates are about.
 */
node: number, 
/**
 * Whether the best value is proven.
 */
exact: boolean, 
/**
 * Positions or simulations.
 */
nodes: number, 
/**
 * Moves, best first.
 */
candidates: Array<Candidate>, };
export type Candidate = { 
/**
 * The move.
 */
move: string, 
/**
 * What it is worth to the seat on turn.
 */
value: Value, 
/**
 * How deep it was read.
 */
depth: number, 
/**
 * Positions or simulations that went into it.
 */
visits: number, 
/**
 * The line expected to follow.
 */
line: Array<string>, 
/**
 * Whether enough went into it to show a number.
 */
trusted: boolean, };
export type Solve = { 
/**
 * Whether it goes on.
 */
on: boolean, 
/**
 * The lead of the seat on turn is at least this.
 */
low: number, 
/**
 * And at most this.
 */
high: number, 
/**
 * Whether the two are equal and proven.
 */
exact: boolean, 
/**
 * The best move.
 */
best: string | null, 
/**
 * The line of best play.
 */
line: Array<string>, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Seconds taken.
 */
seconds: number, 
/**
 * Every legal move with its bounds, best first.
 */
moves: Array<SolvedMove>, 
/**
 * Whether the game has a solver at all.
 */
possible: boolean, };
export type SolvedMove = { 
/**
 * The move.
 */
move: string, 
/**
 * The lead of the seat that makes it is at least this.
 */
low: number, 
/**
 * And at most this.
 */
high: number, };
export type Review = { 
/**
 * Whether it goes on.
 */
on: boolean, 
/**
 * Positions done.
 */
done: number, 
/**
 * Positions in all.
 */
total: number, };
export type View = { 
/**
 * The game with its options.
 */
game: string, 
/**
 * The position as text.
 */
position: string, 
/**
 * The steps that led here.
 */
steps: Array<string>, 
/**
 * move, pass or over.
 */
turn: "move" | "pass" | "over", 
/**
 * The seat on turn.
 */
mover: number, 
/**
 * The board.
 */
board: Board, 
/**
 * The legal moves.
 */
legal: Array<Legal>, 
/**
 * Empty squares on which the seat on turn may never play.
 */
forbidden: Array<string>, 
/**
 * The move that led here.
 */
last: Last | null, 
/**
 * What players count on the board, by seat.
 */
count: Array<number>, 
/**
 * The scores if the game ended here, by seat; of one that has ended, those that players would agree on.
 */
scores: Array<number>, 
/**
 * Dead stones that were taken off before the scores of a finished game were counted.
 */
taken_off: Array<string>, 
/**
 * The seat that won, once the game is over.
 */
winner: number | null, 
/**
 * How the seats are written.
 */
seat_labels: Array<string>, 
/**
 * What is laid over the board; over a finished game life and death, where stones were taken off and nothing else is asked for.
 */
overlay: Overlay | null, };
export type Board = { 
/**
 * Column labels, left to right.
 */
columns: Array<string>, 
/**
 * Row labels, top to bottom.
 */
rows: Array<string>, 
/**
 * The cells of the board.
 */
cells: Array<Cell>, 
/**
 * The ring, clockwise; empty where there is none.
 */
ring: Array<string>, 
/**
 * How it is drawn.
 */
kind: "nip" | "reversi" | "yonin" | "go", };
export type Cell = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its column from 0.
 */
column: number, 
/**
 * Its row from 0, from the top.
 */
row: number, 
/**
 * The disc or stone on it.
 */
colour: "black" | "white" | null, 
/**
 * The seat whose home it is.
 */
home?: number, };
export type Legal = { 
/**
 * The move.
 */
move: string, 
/**
 * How many discs or stones it captures, each counted once.
 */
captured: number, 
/**
 * What it captures, line by line.
 */
captures: Array<Capture>, };
export type Capture = { 
/**
 * ring, line or chain.
 */
kind: "ring" | "line" | "chain", 
/**
 * The way it goes: 1 clockwise or -1 on the ring, columns right and rows down on a line.
 */
direction: Direction | null, 
/**
 * The captured cells, outward.
 */
cells: Array<string>, 
/**
 * The disc that closes the line.
 */
anchor: string | null, };
export type Direction = number | [number, number];
export type Last = { 
/**
 * The move.
 */
move: string, 
/**
 * What it captured.
 */
captures: Array<Capture>, };
export type Overlay = { 
/**
 * Its name.
 */
name: string, 
/**
 * What its signs mean.
 */
about: string, 
/**
 * What it says of cells; those it says nothing of are left out.
 */
cells: Array<OverlayCell>, 
/**
 * Lines between cells.
 */
lines: Array<OverlayLine>, 
/**
 * What cannot be drawn.
 */
notes: Array<string>, };
export type OverlayCell = { 
/**
 * The cell.
 */
name: string, 
/**
 * The colour to which it belongs.
 */
owner: "black" | "white" | null, 
/**
 * The number of a chain or group, or a value.
 */
number?: number, 
/**
 * A sign to draw there.
 */
mark?: string, 
/**
 * How strong, from 0 to 1.
 */
strength?: number, 
/**
 * Whether its stone is taken off.
 */
removed: boolean, };
export type OverlayLine = { 
/**
 * Where it begins.
 */
from: string, 
/**
 * Where it ends.
 */
to: string, 
/**
 * What kind of line it is.
 */
kind: string, 
/**
 * Whose it is.
 */
owner: "black" | "white", };
export type SeatSpec = { "kind": "human" } | { "kind": "player", 
/**
 * The expression.
 */
player: string, } | { "kind": "level", 
/**
 * From 1 to 10.
 */
level: number, };
export type NewRoom = { 
/**
 * The game with its options.
 */
game: string, 
/**
 * Where it begins; the game's own start if not given.
 */
position?: string, 
/**
 * Moves to play first.
 */
moves?: string, 
/**
 * Who sits where; people if not given.
 */
seats?: Array<SeatSpec>, 
/**
 * The seed of all randomness; drawn if not given.
 */
seed?: number, 
/**
 * Whether it stays out of the library, as lessons do.
 */
unsaved?: boolean, };
export type PlayRequest = { 
/**
 * The move.
 */
move: string, };
export type NodeRequest = { 
/**
 * Its id.
 */
node: number, };
export type SeatsRequest = { 
/**
 * One for each seat.
 */
seats: Array<SeatSpec>, };
export type RunRequest = { 
/**
 * Whether they do.
 */
running: boolean, 
/**
 * The least time between two of their moves.
 */
delay_ms?: number, 
/**
 * One move only.
 */
step?: boolean, };
export type AnalysisRequest = { 
/**
 * Whether it goes on.
 */
on: boolean, 
/**
 * Who analyses; the strongest of the game if not given.
 */
player?: string, 
/**
 * How many moves are valued.
 */
lines?: number, };
export type SolveRequest = { 
/**
 * Whether it goes on.
 */
on: boolean, 
/**
 * Whether every legal move is valued.
 */
all_moves?: boolean, 
/**
 * Seconds to spend at most.
 */
seconds?: number, };
export type ReviewRequest = { 
/**
 * Whether it goes on.
 */
on: boolean, 
/**
 * Seconds for a position in the second pass.
 */
seconds_per_move?: number, };
export type CommentRequest = { 
/**
 * The node.
 */
node: number, 
/**
 * The words.
 */
text: string, };
export type OverlayRequest = { 
/**
 * Its name; none to take it away.
 */
name: string | null, };
export type CheckRequest = { 
/**
 * The game with its options.
 */
game: string, 
/**
 * The position.
 */
position: string, };
export type Checked = { 
/**
 * Always true; what is wrong is an error.
 */
ok: boolean, 
/**
 * The position.
 */
view: View, };
export type ImportRequest = { 
/**
 * The text.
 */
text?: string, 
/**
 * The bytes, where the character set is not known.
 */
base64?: string, 
/**
 * The game it is of, if it does not say so itself.
 */
game?: string, };
export type Imported = { 
/**
 * moves, sgf, ggf or board.
 */
format: "moves" | "sgf" | "ggf" | "board", 
/**
 * What was wrong with it.
 */
warnings: Array<string>, 
/**
 * The room it was put into.
 */
room: Room, };
export type Experiments = { 
/**
 * Oldest first.
 */
experiments: Array<ExperimentInfo>, };
export type ExperimentInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is about.
 */
title: string, 
/**
 * The game.
 */
game: string, 
/**
 * run, match, tune or train.
 */
kind: string, 
/**
 * How many tasks it has.
 */
tasks: number, 
/**
 * How many are done.
 */
tasks_done: number, 
/**
 * Games kept.
 */
games: number, 
/**
 * Whether nothing is left to play: all tasks are done, or its test was decided before.
 */
finished: boolean, 
/**
 * Whether this server plays it now.
 */
running: boolean, 
/**
 * When it began, in seconds since 1970.
 */
created: number, 
/**
 * Why it stopped, if it failed.
 */
failure?: string, };
export type ExperimentDetail = { 
/**
 * The command line that does the same.
 */
command: string, 
/**
 * The experiment file.
 */
toml: string, 
/**
 * The figures as `enban run --json` prints them.
 */
summary: any, 
/**
 * The report as a piece of HTML.
 */
html: string, 
/**
 * The plots of the report as SVG.
 */
plots: Array<string>, 
/**
 * Its name.
 */
name: string, 
/**
 * What it is about.
 */
title: string, 
/**
 * The game.
 */
game: string, 
/**
 * run, match, tune or train.
 */
kind: string, 
/**
 * How many tasks it has.
 */
tasks: number, 
/**
 * How many are done.
 */
tasks_done: number, 
/**
 * Games kept.
 */
games: number, 
/**
 * Whether nothing is left to play: all tasks are done, or its test was decided before.
 */
finished: boolean, 
/**
 * Whether this server plays it now.
 */
running: boolean, 
/**
 * When it began, in seconds since 1970.
 */
created: number, 
/**
 * Why it stopped, if it failed.
 */
failure?: string, };
export type NewExperimentRequest = { 
/**
 * The experiment file.
 */
toml: string, 
/**
 * Whether it starts at once.
 */
start?: boolean, };
export type StartedExperiment = { 
/**
 * Its name.
 */
name: string, };
export type Library = { 
/**
 * How many there are in all.
 */
count: number, 
/**
 * Those of this page, newest first.
 */
games: Array<GameLine>, };
export type GameLine = { 
/**
 * Its id.
 */
id: string, 
/**
 * The game with its options.
 */
game: string, 
/**
 * The players by seat.
 */
players: Array<string>, 
/**
 * The seat that won from 1, draw, or unfinished.
 */
result: string, 
/**
 * The scores by seat.
 */
scores: Array<number>, 
/**
 * When it was last played, in seconds since 1970.
 */
date: number, 
/**
 * Steps made.
 */
moves_count: number, };
