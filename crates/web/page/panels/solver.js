// @ts-check
/**
 * The solver: the exact result of the position and of every move, with bounds while it is not proven.
 */

import { h, fill, button, tableHead } from "../dom.js";
import { t, grouped, signed } from "../i18n.js";
import { seatName } from "../names.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../types").Solve} Solve */

/** @param {import("../room-model.js").RoomModel} model */
export function panel(model) {
  const every = h("input", { type: "checkbox", checked: true });
  const run = button("", () => model.act("solve", { on: !model.room.solve?.on, all_moves: every.checked }), {
    id: "solve",
    class: "primary",
  });
  const result = h("div", { id: "solve-result", class: "stack" });
  model.watch((room) => {
    run.textContent = t(room.solve?.on ? "solver.stop" : "solver.run");
    fill(
      result,
      room.solve && !model.blind ? outcome(room, room.solve) : h("p", { class: "quiet" }, t("solver.about")),
    );
  });
  if (!model.room.solver) return h("p", { class: "quiet" }, t("solver.none"));
  return h(
    "div",
    { class: "stack" },
    h("div", { class: "row" }, run, h("label", { class: "check" }, every, t("solver.every"))),
    result,
    model.room.family === "go" ? h("p", { class: "quiet" }, t("solver.board")) : null,
  );
}

/** @param {number} low @param {number} high */
const range = (low, high) =>
  low <= -255 && high >= 255 ? "…" : low === high ? `= ${signed(low)}` : `${signed(low)} … ${signed(high)}`;

/** @param {Room} room @param {Solve} solve */
function outcome(room, solve) {
  const seat = seatName(room, room.view.mover);
  const known = solve.exact || solve.low === solve.high;
  const open = solve.low <= -255 && solve.high >= 255;
  const unit = room.family === "go" ? ".go" : "";
  const key = open
    ? "solver.unknown"
    : !known
      ? "solver.between"
      : solve.low > 0
        ? `solver.wins${unit}`
        : solve.low < 0
          ? `solver.loses${unit}`
          : "solver.draws";
  const moves = [...solve.moves].sort((a, b) => b.low + b.high - a.low - a.high);
  return [
    h(
      "p",
      {},
      h("strong", {}, t(key, { seat, points: Math.abs(solve.low), low: signed(solve.low), high: signed(solve.high) })),
      solve.on ? h("span", { class: "thinking" }) : null,
    ),
    solve.line.length ? h("p", { class: "mono" }, solve.line.join(" ")) : null,
    h("p", { class: "quiet" }, t("solver.work", { nodes: grouped(solve.nodes), seconds: solve.seconds.toFixed(1) })),
    moves.length
      ? h(
          "table",
          {},
          h("caption", { class: "unseen" }, t("solver.every")),
          tableHead([t("analysis.move"), t("analysis.value")], [1]),
          h(
            "tbody",
            {},
            moves.map((each) =>
              h(
                "tr",
                {},
                h("td", {}, h("strong", {}, each.move)),
                h("td", { class: "right mono" }, range(each.low, each.high)),
              ),
            ),
          ),
        )
      : null,
  ].flat();
}
