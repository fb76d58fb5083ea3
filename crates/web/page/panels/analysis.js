// @ts-check
/**
 * Live analysis: the candidates with their lines, who analyses, and the review of the whole game.
 */

import { h, fill, select, field, tableHead } from "../dom.js";
import { t, hasText, grouped } from "../i18n.js";
import { settings, choose } from "../settings.js";
import { candidatesOf } from "../room-model.js";
import { bestOf, gradeOf, lossOf, lossText, markOf, numberOf } from "../board/values.js";
import { reviewPanel } from "./review.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../types").Candidate} Candidate */
/** @typedef {import("../room-model.js").RoomModel} RoomModel */

/** @param {RoomModel} model @param {import("../board/board.js").Board} board @param {import("../types").GameInfo} [game] */
export function panel(model, board, game) {
  const table = h("div", {
    class: "scroll",
    tabindex: 0,
    role: "region",
    "aria-label": t("analysis.candidates"),
    id: "candidates",
  });
  const state = h("p", { class: "quiet" });
  model.watch((room) => {
    const candidates = model.blind ? [] : candidatesOf(room);
    table.hidden = candidates.length === 0;
    state.textContent = stateText(room, model.blind);
    if (candidates.length) fill(table, candidateTable(model, candidates));
  });
  const relative = h("input", {
    type: "checkbox",
    checked: settings.relative,
    onchange: () => {
      choose({ relative: relative.checked });
      model.repaint();
    },
  });
  const player = h("input", {
    value: model.room.analysis.player ?? "",
    spellcheck: "false",
    placeholder: "alphabeta(time=30)",
    onchange: () => model.act("analysis", { on: true, player: player.value.trim() || undefined }),
  });
  return h(
    "div",
    { class: "stack" },
    state,
    table,
    h("label", { class: "check" }, relative, t("analysis.relative")),
    game?.overlays?.length ? overlayChooser(model, game.overlays) : null,
    h(
      "details",
      {},
      h("summary", {}, t("analysis.player")),
      field(t("seat.expression"), player, game ? game.players.map((each) => each.name).join(", ") : null),
    ),
    model.room.seats.length === 2 ? reviewPanel(model, board) : null,
  );
}

/** @param {Room} room @param {boolean} blind */
function stateText(room, blind) {
  if (blind) return t("analysis.blind");
  if (!room.analysis.on) return t("analysis.off");
  return t(room.analysis.exact ? "analysis.exact" : "analysis.running", { nodes: grouped(room.analysis.nodes) });
}

/** What an overlay shows, as it is drawn here; the catalog has words for the terminal. @param {NonNullable<import("../types").View["overlay"]>} overlay */
function aboutOverlay({ name, about }) {
  return hasText(`overlay.${name}.about`) ? t(`overlay.${name}.about`) : about;
}

/** @param {RoomModel} model @param {string[]} overlays */
function overlayChooser(model, overlays) {
  const choices = /** @type {[string, string][]} */ (
    ["none", ...overlays].map((name) => [name, hasText(`overlay.${name}`) ? t(`overlay.${name}`) : name])
  );
  const chooser = select(choices, model.room.view.overlay?.name ?? "none", { id: "overlay" });
  chooser.addEventListener("change", () =>
    model.act("overlay", { name: chooser.value === "none" ? null : chooser.value }),
  );
  const about = h("small", {});
  model.watch((room) => {
    const overlay = room.view.overlay;
    // A finished game shows life and death unasked.
    chooser.value = overlay?.name ?? "none";
    about.textContent = overlay ? [aboutOverlay(overlay), ...(overlay.notes ?? [])].join(" · ") : "";
  });
  return h("div", {}, field(t("overlay.label"), chooser), about);
}

/** @param {RoomModel} model @param {Candidate[]} candidates */
function candidateTable(model, candidates) {
  const best = bestOf(candidates);
  const sorted = [...candidates]
    .sort((a, b) => Number(b.trusted) - Number(a.trusted) || b.value.value - a.value.value)
    .slice(0, 12);
  const rows = sorted.map((candidate) => {
    const loss = lossOf(candidate, best);
    const grade = candidate.trusted ? gradeOf(loss) : "faint";
    return h(
      "tr",
      { class: grade },
      h("td", {}, h("span", { class: `grade ${grade}`, "aria-hidden": "true" }), h("strong", {}, candidate.move)),
      h(
        "td",
        { class: "right mono" },
        candidate.trusted ? `${markOf(candidate.value)} ${numberOf(candidate.value)}` : "…",
      ),
      h("td", { class: "right mono" }, candidate.trusted && loss >= 0.05 ? lossText(candidate, best) : ""),
      h("td", { class: "right mono quiet" }, depthText(candidate)),
      h("td", { class: "mono line" }, candidate.line.slice(0, 8).join(" ")),
    );
  });
  const heads = ["analysis.move", "analysis.value", "analysis.loss", "analysis.depth", "analysis.line"];
  return h(
    "table",
    { class: "candidates" },
    tableHead(
      heads.map((key) => t(key)),
      [1, 2, 3],
    ),
    h("tbody", {}, rows),
  );
}

/** How far it was read; a solved move was read to the end. @param {Candidate} candidate */
function depthText(candidate) {
  if (candidate.depth > 1000) return "=";
  return String(candidate.depth || grouped(candidate.visits));
}
