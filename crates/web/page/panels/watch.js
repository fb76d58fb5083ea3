// @ts-check
/**
 * Watching players that are programs: run, pause, one move, how fast.
 */

import { h, button } from "../dom.js";
import { t } from "../i18n.js";

const DELAYS = [0, 150, 400, 800, 1500, 3000];

/** @param {import("../room-model.js").RoomModel} model */
export function watchPanel(model) {
  const run = button("", () => model.act("run", { running: !model.room.running, delay_ms: delay() }), { id: "run" });
  const step = button(t("watch.step"), () => model.act("run", { running: false, delay_ms: delay(), step: true }), {
    id: "step",
  });
  const speed = h("input", {
    type: "range",
    min: 0,
    max: DELAYS.length - 1,
    step: 1,
    id: "speed",
    onchange: () => model.act("run", { running: model.room.running, delay_ms: delay() }),
  });
  const delay = () => DELAYS[DELAYS.length - 1 - Number(speed.value)];
  const nearest = (/** @type {number} */ wanted) =>
    DELAYS.reduce((best, each, index) => (Math.abs(each - wanted) < Math.abs(DELAYS[best] - wanted) ? index : best), 0);
  speed.value = String(DELAYS.length - 1 - nearest(model.room.delay_ms));
  const panel = h(
    "section",
    { class: "panel stack", "aria-label": t("watch.title") },
    h("div", { class: "row" }, run, step),
    h("label", { class: "field" }, h("span", {}, t("watch.speed")), speed),
  );
  model.watch((room) => {
    const programs = room.seats.filter((seat) => seat.kind !== "human").length;
    panel.hidden = programs === 0 || room.view.turn === "over";
    run.textContent = t(room.running ? "watch.pause" : "watch.run");
    step.disabled = room.running;
  });
  return panel;
}
