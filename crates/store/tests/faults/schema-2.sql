-- A store as programs of the second schema wrote it.
CREATE TABLE experiment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    tasks INTEGER NOT NULL,
    created INTEGER NOT NULL, -- seconds since 1970
    finished INTEGER,
    program TEXT NOT NULL,
    rules TEXT NOT NULL,
    seed INTEGER NOT NULL, -- the bits of an unsigned number
    machine TEXT NOT NULL,
    command TEXT NOT NULL,
    plan TEXT NOT NULL, -- long texts last, so that lists do not read them
    file TEXT NOT NULL
) STRICT;
-- Apart from experiment, so that keeping a result does not write the long texts again.
CREATE TABLE progress (
    experiment INTEGER PRIMARY KEY REFERENCES experiment,
    tasks_done INTEGER NOT NULL,
    games INTEGER NOT NULL
) STRICT;
CREATE TABLE note (
    experiment INTEGER NOT NULL REFERENCES experiment,
    key TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (experiment, key)
) STRICT;
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    expression TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE cell (
    experiment INTEGER NOT NULL REFERENCES experiment,
    number INTEGER NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE cell_player (
    experiment INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    position INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES player,
    PRIMARY KEY (experiment, cell, position),
    FOREIGN KEY (experiment, cell) REFERENCES cell
) STRICT, WITHOUT ROWID;
CREATE INDEX cell_player_by_player ON cell_player (player);
CREATE TABLE ending (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE outcome (
    id INTEGER PRIMARY KEY,
    experiment INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    winner INTEGER NOT NULL, -- position in the cell, -1 if there is none
    ending INTEGER NOT NULL REFERENCES ending,
    games INTEGER NOT NULL,
    UNIQUE (experiment, cell, winner, ending),
    FOREIGN KEY (experiment, cell) REFERENCES cell
) STRICT;
CREATE TABLE task (
    experiment INTEGER NOT NULL REFERENCES experiment,
    number INTEGER NOT NULL,
    first_game INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    outcome INTEGER NOT NULL REFERENCES outcome,
    task INTEGER NOT NULL,
    number INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    seed INTEGER NOT NULL, -- the bits of an unsigned number, as digest
    digest INTEGER NOT NULL,
    scores TEXT NOT NULL, -- a JSON list by seat, as micros and nodes
    micros TEXT NOT NULL,
    nodes TEXT NOT NULL,
    opening TEXT NOT NULL,
    moves TEXT NOT NULL
) STRICT;
CREATE INDEX game_by_outcome ON game (outcome);
-- Ids of removed games are not given again.
CREATE TABLE serial (next_game INTEGER NOT NULL) STRICT;
INSERT INTO serial VALUES (1);
CREATE TABLE saved (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    players TEXT NOT NULL, -- by seat, one a line, as scores
    result TEXT NOT NULL,
    scores TEXT NOT NULL,
    moves INTEGER NOT NULL,
    changed INTEGER NOT NULL, -- seconds since 1970
    record TEXT NOT NULL
) STRICT;
CREATE INDEX saved_by_time ON saved (changed);
INSERT INTO experiment VALUES (4, 'old', '円', 'match', 'nip', 1, 9, 5, 6, 'p', 'r', -1, 'm', 'c', 'plan', 'file');
INSERT INTO cell VALUES (4, 0, 'row');
INSERT INTO player VALUES (1, 'random');
INSERT INTO cell_player VALUES (4, 0, 0, 1);
INSERT INTO ending VALUES (1, ''), (2, 'no result after 40 moves');
INSERT INTO outcome VALUES (1, 4, 0, 0, 1, 1), (2, 4, 0, -1, 2, 1);
INSERT INTO task VALUES (4, 0, 1, 1), (4, 3, 2, 1);
INSERT INTO game VALUES (1, 1, 0, 0, 0, 7, -5, -6, '[1]', '[2]', '[3]', 'a1', 'b2'),
    (2, 2, 3, 0, 0, 8, 5, 6, '[-1]', '[2]', '[3]', '', 'c3');
INSERT INTO progress VALUES (4, 2, 2);
INSERT INTO note VALUES (4, 'state', x'0102');
UPDATE serial SET next_game = 3;
INSERT INTO saved VALUES ('a', 'nip', 'x', 'draw', '1', 3, 9, 'record');
PRAGMA application_id = 0x456e626e;
PRAGMA user_version = 2;
