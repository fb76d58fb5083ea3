// @ts-check
/**
 * The tools of the room behind tabs, so that the page stays small: moves, analysis, solver, share.
 */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { settings, choose } from "../settings.js";

/** @typedef {(model: import("../room-model.js").RoomModel, board: import("../board/board.js").Board, game?: import("../types").GameInfo) => HTMLElement} PanelMaker */

/** @type {[string, () => Promise<{panel: PanelMaker}>][]} */
const TABS = [
  ["moves", () => import("./tree.js")],
  ["analysis", () => import("./analysis.js")],
  ["solver", () => import("./solver.js")],
  ["share", () => import("./share.js")],
];

/** @type {PanelMaker} */
export function tabsPanel(model, board, game) {
  const body = h("div", { class: "tab-body", role: "tabpanel", id: "tab-body" });
  const tabs = TABS.map(([name]) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": "tab-body",
        onclick: () => show(name),
      },
      t(`tab.${name}`),
    ),
  );
  const made = new Map();
  const show = async (/** @type {string} */ name) => {
    choose({ tab: name });
    tabs.forEach((tab) => {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
    });
    body.setAttribute("aria-labelledby", `tab-${name}`);
    const load = (TABS.find(([each]) => each === name) ?? TABS[0])[1];
    if (!made.has(name)) made.set(name, (await load()).panel(model, board, game));
    if (settings.tab === name) body.replaceChildren(made.get(name));
  };
  const strip = h(
    "div",
    {
      class: "tabs",
      role: "tablist",
      "aria-label": t("tab.label"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (!by) return;
        const at = tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
        const next = tabs[(at + by + tabs.length) % tabs.length];
        next.focus();
        next.click();
      },
    },
    tabs,
  );
  show(TABS.some(([name]) => name === settings.tab) ? settings.tab : "moves");
  return h("section", { class: "panel tabbed", "aria-label": t("tab.label") }, strip, body);
}
