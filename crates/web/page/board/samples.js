// @ts-check
/**
 * The four positions on the cards of the first page, drawn before the server is asked anything.
 */

/** @typedef {import("../types").BoardData} BoardData */
/** @typedef {import("../types").Family} Family */

const NIP_RING = "e1 f1 g2 h3 h4 h5 h6 g7 f8 e8 d8 c8 b7 a6 a5 a4 a3 b2 c1 d1".split(" ");
const COLOURS = /** @type {Record<string, "black" | "white">} */ ({ X: "black", O: "white" });

/** @param {Family} kind @param {string} rows one word a row; "." is no cell, "-" an empty one @param {string[]} ring */
function sample(kind, rows, ring = []) {
  const lines = rows.split(" ");
  const columns = [..."abcdefghj"].slice(0, lines[0].length);
  /** @type {BoardData["cells"]} */
  const cells = [];
  lines.forEach((line, row) =>
    [...line].forEach((mark, column) => {
      if (mark === ".") return;
      const name = columns[column] + (row + 1);
      const home = kind === "yonin" ? (row < 4 ? (column < 4 ? 0 : 1) : column < 4 ? 3 : 2) : undefined;
      cells.push({ name, column, row, colour: COLOURS[mark] ?? null, home });
    }),
  );
  return { columns, rows: lines.map((_, row) => String(row + 1)), cells, ring, kind };
}

/** @type {Record<Family, BoardData>} */
export const samples = {
  nip: sample("nip", "..-XO-.. .---XO-. -OXXXO-O -OOXOXOO --XOXXXX -XOOOX-X .--OX-O. ..--OO..", NIP_RING),
  reversi: sample("reversi", "-------- ---O---- --XOXO-- --OOXX-- --XOXOO- ---XOX-- ----O--- --------"),
  yonin: sample("yonin", "-------- --X-O--- --XXOO-- --XOXOO- --OOXX-- ---OXOX- ----X-X- --------"),
  go: sample("go", "--------- ---XO---- --X-XO-O- --XXO-O-- ---OXO--- --X-XXO-- --OXXOO-- ----X-O-- ---------"),
};
