// @ts-check
/**
 * The library: every game that was played here, to be found by game, player, result and date.
 */

import { h, fill, field, select, button } from "../dom.js";
import { t } from "../i18n.js";
import { games, get } from "../api.js";
import { gameName } from "../names.js";
import { showError } from "../notices.js";
import { entriesOf, enter } from "../entries.js";
import { gameRows } from "../panels/game-rows.js";

const STEP = 50;

/** @returns {Promise<import("../main.js").Page>} */
export async function open() {
  const catalogue = await games();
  const game = select(
    [
      ["", t("library.any")],
      .../** @type {[string, string][]} */ (catalogue.games.map((each) => [each.id, gameName(each)])),
    ],
    "",
  );
  const player = h("input", { type: "search", spellcheck: "false" });
  const result = select(
    [
      ["", t("library.any")],
      ["1", t("library.win0")],
      ["2", t("library.win1")],
      ["draw", t("library.draw")],
      ["unfinished", t("library.unfinished")],
    ],
    "",
  );
  const before = h("input", { type: "date" });
  const found = h("div", { class: "panel", id: "found" });
  const problem = h("div", {});
  let limit = STEP;
  const search = async () => {
    const wish = new URLSearchParams({ limit: String(limit) });
    for (const [key, control] of Object.entries({ game, player, result, before }))
      if (control.value) wish.set(key, control.value);
    try {
      const answer = await get(`/api/library?${wish}`);
      showError(problem, null);
      if (!answer.games.length) return fill(found, h("p", {}, t("library.none")));
      fill(
        found,
        h("p", { class: "quiet", role: "status" }, t("library.count", { count: answer.count })),
        gameRows(answer.games, (each) => `/api/library/${encodeURIComponent(each.id)}/open`),
        answer.count > answer.games.length ? button(t("library.more"), more) : null,
      );
    } catch (error) {
      showError(problem, error);
    }
  };
  const more = () => {
    limit += STEP;
    search();
  };
  const form = h(
    "form",
    {
      class: "panel filters",
      role: "search",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        limit = STEP;
        search();
      },
    },
    field(t("library.game"), game),
    field(t("library.player"), player),
    field(t("library.result"), result),
    field(t("library.before"), before),
    h("button", { type: "submit", class: "primary" }, t("library.search")),
  );
  await search();
  return {
    title: t("nav.library"),
    element: h("div", {}, h("h1", {}, t("nav.library")), form, problem, found),
    keep: () => ({ entries: entriesOf(form), limit }),
    restore: (kept) => {
      enter(form, kept.entries);
      limit = kept.limit;
      search();
    },
  };
}
