// @ts-check
/**
 * Where the cells of a board lie. Every board becomes the same thing: cells with an outline and a centre, in SVG units of which 100
 * are the side of an inner square, the origin in the middle, y downwards.
 *
 * Round boards are derived from their ring. Ring cell k is a sector of an annulus. The cells inside keep their places on the
 * square grid, except that corners shared with two ring cells are drawn out to the annulus; where a ring cell reaches into a corner
 * of the staircase, it keeps that corner of the grid.
 */

/** @typedef {[number, number]} Point */
/**
 * @typedef {object} CellShape
 * @property {string} name
 * @property {number} column
 * @property {number} row
 * @property {string} path
 * @property {Point} centre
 * @property {boolean} ring
 */
/**
 * @typedef {object} BoardShape
 * @property {"round" | "square" | "lines"} kind
 * @property {number} reach half the side of the picture
 * @property {Map<string, CellShape>} cells
 * @property {string[]} ring names of the ring's cells, clockwise
 * @property {number} ringRadius radius of the middle of the ring; 0 without one
 * @property {number} rimRadius radius of the rim; 0 without one
 * @property {{text: string, at: Point, turn: number}[]} labels
 * @property {number} labelSize height of the labels' letters
 * @property {number} disc radius of a disc
 * @property {number} columns
 * @property {number} rows
 */

const U = 100;

/** @param {number} radius @param {number} turns @returns {Point} */
export const polar = (radius, turns) => [
  radius * Math.sin(turns * 2 * Math.PI),
  -radius * Math.cos(turns * 2 * Math.PI),
];

/** @param {Point} point */
const text = ([x, y]) => `${(x * U).toFixed(1)} ${(y * U).toFixed(1)}`;

/** @param {number} x @param {number} y */
const corner = (x, y) => `${x},${y}`;

/**
 * @param {{columns: string[], rows: string[], cells: {name: string, column: number, row: number}[], ring: string[], kind: string}} board
 * @returns {BoardShape}
 */
export function shapeOf(board) {
  if (board.ring.length > 0) return roundShape(board);
  return board.kind === "go" ? linesShape(board) : squareShape(board);
}

/** @typedef {{name: string, column: number, row: number}} Place */
/**
 * What a round board is built from.
 * @typedef {object} Round
 * @property {Place[]} ring clockwise, from the first right of the top
 * @property {Place[]} inner
 * @property {number} half half the number of columns
 * @property {number} inside radius of the ring's inner edge, in cells
 * @property {number} outside radius of its outer edge
 * @property {Map<string, Point>} drawnOut corners of the grid that were moved to the annulus
 */

/** @param {Parameters<typeof shapeOf>[0]} board @returns {BoardShape} */
function roundShape(board) {
  const round = roundOf(board);
  const length = round.ring.length;
  const middle = (round.inside + round.outside) / 2;
  /** @type {Map<string, CellShape>} */
  const cells = new Map();
  round.ring.forEach((place, index) => cells.set(place.name, ringCell(round, place, index)));
  for (const place of round.inner) cells.set(place.name, innerCell(round, place));
  const labels = round.ring.map(({ name }, index) => {
    const turn = 360 * ((index + 0.5) / length);
    // On the lower half a label stands on its head, so it is turned round.
    const upright = turn > 95 && turn < 265 ? turn + 180 : turn;
    return { text: name, at: scaled(polar(round.outside + 0.255, (index + 0.5) / length)), turn: upright };
  });
  return {
    kind: "round",
    reach: (round.outside + 0.62) * U,
    cells,
    ring: round.ring.map(({ name }) => name),
    ringRadius: middle * U,
    rimRadius: (round.outside + 0.5) * U,
    labels,
    labelSize: 21,
    disc: 42,
    columns: board.columns.length,
    rows: board.rows.length,
  };
}

/** @param {Parameters<typeof shapeOf>[0]} board @returns {Round} */
function roundOf(board) {
  const half = board.columns.length / 2;
  const byName = new Map(board.cells.map((cell) => [cell.name, cell]));
  const given = board.ring.map((name) => {
    const cell = byName.get(name);
    if (!cell) throw new Error(`the ring names ${name}, which is not on the board`);
    return cell;
  });
  const top = given.filter((cell) => cell.row === 0);
  const first = given.indexOf(top.filter((cell) => cell.column >= half)[0]);
  const ring = given.map((_, index) => given[(index + first) % given.length]);
  const inner = board.cells.filter((cell) => !board.ring.includes(cell.name));
  const innerHalf = Math.max(...inner.map((cell) => Math.abs(cell.row + 0.5 - half) + 0.5));
  // Half the length of a straight side, in cells; where it ends, a grid line meets the border between two sectors.
  const side = top.length / 2;
  const inside = Math.max(side / Math.sin((side / ring.length) * 2 * Math.PI), innerHalf + 0.3);
  const round = { ring, inner, half, inside, outside: inside + 1.0974, drawnOut: new Map() };
  drawOut(round);
  return round;
}

/** The four corners of a cell on the grid. @param {Round} round @param {Place} place @returns {Point[]} */
function cornersOf({ half }, { column, row }) {
  const [left, top] = [column - half, row - half];
  return [
    [left, top],
    [left + 1, top],
    [left + 1, top + 1],
    [left, top + 1],
  ];
}

/** @param {Round} round */
const innerCorners = (round) =>
  new Set(round.inner.flatMap((place) => cornersOf(round, place)).map(([x, y]) => corner(x, y)));

/** Moves the corners between two neighbours of the ring out to the annulus. @param {Round} round */
function drawOut(round) {
  const known = innerCorners(round);
  const length = round.ring.length;
  round.ring.forEach((place, index) => {
    const mine = new Set(cornersOf(round, place).map(([x, y]) => corner(x, y)));
    const next = cornersOf(round, round.ring[(index + 1) % length]);
    const shared = next.filter(([x, y]) => mine.has(corner(x, y)) && known.has(corner(x, y)));
    // Of two shared corners, as at the end of a diagonal, the outer one lies on the border.
    const outer = shared.sort((a, b) => Math.hypot(...b) - Math.hypot(...a))[0];
    if (outer) round.drawnOut.set(corner(...outer), polar(round.inside, (index + 1) / length));
  });
}

/** A sector of the annulus, with the corner of the grid that it reaches into. @param {Round} round @param {Place} place @param {number} index */
function ringCell(round, place, index) {
  const { inside, outside, drawnOut } = round;
  const [from, to] = [index / round.ring.length, (index + 1) / round.ring.length];
  const known = innerCorners(round);
  const kept = cornersOf(round, place).filter(([x, y]) => known.has(corner(x, y)) && !drawnOut.has(corner(x, y)));
  const [a, b, c, d] = [polar(outside, from), polar(outside, to), polar(inside, to), polar(inside, from)];
  const back = kept.length ? `L${kept.map(text).join("L")}L${text(d)}` : arc(inside, 0, d);
  const path = `M${text(a)}${arc(outside, 1, b)}L${text(c)}${back}Z`;
  return { ...place, ring: true, centre: scaled(polar((inside + outside) / 2, (from + to) / 2)), path };
}

/** A cell of the grid, bounded by the annulus where its corners were drawn out. @param {Round} round @param {Place} place */
function innerCell(round, place) {
  const corners = cornersOf(round, place);
  const points = corners.map((point) => round.drawnOut.get(corner(...point)) ?? point);
  const outer = corners.map((point) => round.drawnOut.has(corner(...point)));
  const parts = points.map((point, index) => {
    if (index === 0) return `M${text(point)}`;
    return outer[index] && outer[index - 1] ? arc(round.inside, 1, point) : `L${text(point)}`;
  });
  if (outer[0] && outer[3]) parts.push(arc(round.inside, 1, points[0]));
  // A disc stays on its place of the grid, unless its cell was drawn out so far that it would look lost.
  /** @type {Point} */
  const grid = [place.column + 0.5 - round.half, place.row + 0.5 - round.half];
  /** @type {Point} */
  const mean = [points.reduce((sum, [x]) => sum + x, 0) / 4, points.reduce((sum, [, y]) => sum + y, 0) / 4];
  const lost = Math.hypot(mean[0] - grid[0], mean[1] - grid[1]) > 0.2;
  return { ...place, ring: false, path: `${parts.join("")}Z`, centre: scaled(lost ? mean : grid) };
}

/** @param {number} radius in cells @param {0 | 1} sweep @param {Point} to */
const arc = (radius, sweep, to) => `A${radius * U} ${radius * U} 0 0 ${sweep} ${text(to)}`;

/** @param {Point} point @returns {Point} */
const scaled = ([x, y]) => [x * U, y * U];

/** @param {Parameters<typeof shapeOf>[0]} board @returns {BoardShape} */
function squareShape(board) {
  const [width, height] = [board.columns.length, board.rows.length];
  /** @type {Map<string, CellShape>} */
  const cells = new Map();
  for (const cell of board.cells) {
    const [x, y] = [cell.column - width / 2, cell.row - height / 2];
    cells.set(cell.name, {
      ...cell,
      ring: false,
      path: `M${text([x, y])}h100v100h-100Z`,
      centre: scaled([x + 0.5, y + 0.5]),
    });
  }
  return {
    kind: "square",
    reach: (Math.max(width, height) / 2 + 0.62) * U,
    cells,
    ring: [],
    ringRadius: 0,
    rimRadius: 0,
    labels: edgeLabels(board, 0.3),
    labelSize: 21,
    disc: 42,
    columns: width,
    rows: height,
  };
}

/** @param {Parameters<typeof shapeOf>[0]} board @returns {BoardShape} */
function linesShape(board) {
  const shape = squareShape(board);
  // The letters grow with the board, so that they can be read on a large one; stones at the edge must not cover them.
  const labelSize = Math.max(21, board.columns.length * 2.1);
  const labels = edgeLabels(board, (labelSize * 0.5 + 8) / U);
  return { ...shape, kind: "lines", reach: board.columns.length * 50 + labelSize + 18, disc: 47, labels, labelSize };
}

/** @param {Parameters<typeof shapeOf>[0]} board @param {number} off */
function edgeLabels(board, off) {
  const [width, height] = [board.columns.length, board.rows.length];
  /** @type {BoardShape["labels"]} */
  const labels = [];
  board.columns.forEach((label, index) => {
    labels.push({ text: label, at: scaled([index + 0.5 - width / 2, -height / 2 - off]), turn: 0 });
  });
  board.rows.forEach((label, index) => {
    labels.push({ text: label, at: scaled([-width / 2 - off, index + 0.5 - height / 2]), turn: 0 });
  });
  return labels;
}

/**
 * The arc of the ring from one cell to another, in the given direction.
 * @param {BoardShape} shape @param {string} from @param {string} to @param {number} direction 1 clockwise, -1 against
 */
export function ringArc(shape, from, to, direction) {
  const length = shape.ring.length;
  const [a, b] = [shape.ring.indexOf(from), shape.ring.indexOf(to)];
  const steps = (direction > 0 ? b - a + length : a - b + length) % length || length;
  const radius = shape.ringRadius / U;
  const at = (/** @type {number} */ step) => text(polar(radius, (a + direction * step + 0.5) / length));
  const sweep = direction > 0 ? 1 : 0;
  // In two halves: one arc cannot go all the way round.
  const r = shape.ringRadius;
  return `M${at(0)}A${r} ${r} 0 0 ${sweep} ${at(steps / 2)}A${r} ${r} 0 0 ${sweep} ${at(steps)}`;
}
