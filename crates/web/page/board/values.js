// @ts-check
/**
 * Values on squares. Best is blue with a ring, a small loss has a sky outline, a larger one orange, the worst is dashed vermilion;
 * the number always stands there too. What is not yet to be trusted is faint and has no number.
 */

import { s } from "../dom.js";
import { signed } from "../i18n.js";

/** @typedef {import("./geometry.js").BoardShape} BoardShape */
/** @typedef {import("../types").Candidate} Candidate */
/** @typedef {import("../types").Value} Value */

/** The number of a value for the side to move, as it is written on a square. @param {Value} value */
export function numberOf(value) {
  if (value.kind === "chance") return `${Math.round(value.value * 100)}%`;
  const bound = value.kind === "at_least" ? "≥" : value.kind === "at_most" ? "≤" : "";
  return bound + signed(value.value, Number.isInteger(value.value) || Math.abs(value.value) >= 10 ? 0 : 1);
}

/** Exact or heuristic. @param {Value} value */
export const markOf = (value) => (value.kind === "exact" ? "=" : "≈");

/** How much a move loses against the best, in points. @param {Candidate} candidate @param {Candidate} best */
export function lossOf(candidate, best) {
  const scale = best.value.kind === "chance" ? 50 : 1;
  return Math.max(0, (best.value.value - candidate.value.value) * scale);
}

/** The loss as it is written, in the unit of the values. @param {Candidate} candidate @param {Candidate} best */
export function lossText(candidate, best) {
  const loss = Math.max(0, best.value.value - candidate.value.value);
  if (best.value.kind === "chance") return `${signed(-loss * 100, loss < 0.1 ? 1 : 0)}%`;
  return signed(-loss, loss < 10 && !Number.isInteger(loss) ? 1 : 0);
}

/** @param {number} loss */
export function gradeOf(loss) {
  if (loss < 0.005) return "best";
  if (loss <= 2) return "good";
  return loss <= 6 ? "slip" : "blunder";
}

/** The best that may be trusted, or the best of all. @param {Candidate[]} candidates */
export function bestOf(candidates) {
  const trusted = candidates.filter((candidate) => candidate.trusted);
  const among = trusted.length ? trusted : candidates;
  return among.reduce((best, candidate) => (candidate.value.value > best.value.value ? candidate : best), among[0]);
}

/**
 * @param {Element} layer @param {BoardShape} shape @param {Candidate[]} candidates
 * @param {{relative: boolean, except: string | null}} options
 */
export function drawValues(layer, shape, candidates, { relative, except }) {
  const best = bestOf(candidates);
  for (const candidate of candidates) {
    const cell = shape.cells.get(candidate.move);
    if (!cell || candidate.move === except) continue;
    const [x, y] = cell.centre;
    const group = s("g", { transform: `translate(${x} ${y})`, "data-value": candidate.move }, layer);
    // Hundreds of faint circles on a large board would only hide it.
    if (!candidate.trusted && candidates.length > 30) continue;
    if (!candidate.trusted) {
      s("circle", { r: 24, class: "value faint" }, group);
      continue;
    }
    const loss = lossOf(candidate, best);
    const grade = gradeOf(loss);
    s("circle", { r: 36, class: `value ${grade}` }, group);
    if (grade === "best") s("circle", { r: 41, class: "value-ring" }, group);
    const text = relative && grade !== "best" ? lossText(candidate, best) : numberOf(candidate.value);
    const size = text.length > 4 ? " small" : text.length > 3 || text.endsWith("%") ? " middle" : "";
    s("text", { class: `number on-black${size}`, y: -3 }, group).textContent = text;
    s("text", { class: "value-mark", y: 21 }, group).textContent = markOf(candidate.value);
  }
}

/** The lead of black in points; a chance is spread over a good part of the board. @param {Value} value @param {number} cells */
export function leadForBlack(value, cells) {
  return value.kind === "chance" ? (value.black - 0.5) * cells * 0.8 : value.black;
}

/** The same as it is written. @param {Value} value */
export function textForBlack(value) {
  if (value.kind === "chance") return `${markOf(value)}${Math.round(value.black * 100)}%`;
  return `${markOf(value)}${signed(value.black, Number.isInteger(value.black) ? 0 : 1)}`;
}
