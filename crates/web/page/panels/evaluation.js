// @ts-check
/**
 * The evaluation bar: always from black's side, always with its number. Without analysis it shows the discs, in Go the
 * score if the game ended here, and says so.
 */

import { h } from "../dom.js";
import { t, signed } from "../i18n.js";
import { candidatesOf, nodeOf } from "../room-model.js";
import { bestOf, leadForBlack, textForBlack } from "../board/values.js";

/** @typedef {import("../types").Room} Room */

/**
 * What is known of the position, for black: the lead in points and its text.
 * @param {Room} room @param {boolean} blind
 */
function known(room, blind) {
  const cells = room.view.board.cells.length;
  const candidates = blind ? [] : candidatesOf(room);
  const best = candidates.length ? bestOf(candidates) : null;
  const node = nodeOf(room, room.node);
  const value = best?.trusted ? best.value : room.analysis.on && !blind ? node?.value : null;
  if (value) return { black: leadForBlack(value, cells), text: textForBlack(value), key: "evaluation.value" };
  const over = room.view.turn === "over";
  const go = room.family === "go";
  // The first stone of all owns the whole board, which tells nothing.
  const stones = room.view.board.cells.map((cell) => cell.colour);
  if (go && !over && !(stones.includes("black") && stones.includes("white"))) {
    return { black: 0, text: "–", key: "evaluation.area" };
  }
  const [black, white] = over ? room.view.scores : room.view.count;
  const lead = signed(black - white, Number.isInteger(black - white) ? 0 : 1);
  return { black: black - white, text: over ? `=${lead}` : lead, key: over ? "evaluation.score" : go ? "evaluation.area" : "evaluation.discs" };
}

/** @param {import("../room-model.js").RoomModel} model */
export function evaluationBar(model) {
  const bar = h("i", {});
  const number = h("output", {});
  const meter = h("div", { class: "evaluation-bar", role: "meter", "aria-label": t("evaluation.label") }, bar);
  model.watch((room) => {
    const { black, text, key } = known(room, model.blind);
    const cells = room.view.board.cells.length;
    // A lead of a quarter of the board fills most of the bar; the ends are for won games.
    const share = 50 + 50 * Math.tanh((black / cells) * 3);
    meter.style.setProperty("--share", `${share.toFixed(1)}%`);
    meter.setAttribute("aria-valuemin", String(-cells));
    meter.setAttribute("aria-valuemax", String(cells));
    meter.setAttribute("aria-valuenow", black.toFixed(1));
    meter.setAttribute("aria-valuetext", `${t(key)} ${text}`);
    number.textContent = text;
    number.title = t(key);
  });
  return h("div", { class: "evaluation" }, number, meter, h("small", { "aria-hidden": "true" }, t("evaluation.black")));
}
