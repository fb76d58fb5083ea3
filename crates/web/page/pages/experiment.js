// @ts-check
/**
 * One experiment, live: the table with intervals, the plots, its games, its file and the command line that does the same.
 */

import { h, s, fill, button, tableHead } from "../dom.js";
import { t, grouped, signed } from "../i18n.js";
import { get, post, listen } from "../api.js";
import { showError } from "../notices.js";
import { gameRows } from "../panels/game-rows.js";
import { progressOf, stateOf } from "./experiments.js";

/** @typedef {import("../types").ExperimentDetail} ExperimentDetail */

/** @param {string} name @returns {Promise<import("../main.js").Page>} */
export async function open(name) {
  const path = `/api/experiments/${encodeURIComponent(name)}`;
  const page = new ExperimentPage(path, await get(path));
  listen(`experiments=1&experiment=${encodeURIComponent(name)}`, { experiment: (detail) => page.draw(detail) });
  return { title: name, element: page.element, close: () => page.close() };
}

class ExperimentPage {
  /** @param {string} path @param {ExperimentDetail} detail */
  constructor(path, detail) {
    this.path = path;
    this.state = h("span", { role: "status" });
    this.bar = h("progress", { "aria-label": t("experiments.progress") });
    this.table = h("div", {
      class: "scroll",
      tabindex: 0,
      role: "region",
      "aria-label": t("experiment.table"),
      id: "results",
    });
    this.plots = h("div", { id: "plots" });
    this.games = h("div", {});
    this.problem = h("div", {});
    this.plotKey = "";
    /** @type {string[]} */
    this.drawings = [];
    /** A picture does not see the theme of the page around it, so it is made anew when that changes. */
    this.themes = new MutationObserver(() => this.#drawPlots());
    this.themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.listed = -1;
    /** @type {string[]} */
    this.addresses = [];
    this.running = detail.running;
    this.toggle = button("", () => this.act(this.running ? "stop" : "run"), { id: "toggle" });
    this.element = h(
      "div",
      {},
      h("h1", {}, detail.name, h("small", {}, detail.title)),
      h("p", {}, h("a", { href: "#/experiments" }, t("experiment.back"))),
      h(
        "section",
        { class: "panel stack" },
        h("div", { class: "row spread" }, this.state, this.toggle),
        this.bar,
        this.problem,
      ),
      h("section", { class: "panel" }, h("h2", {}, t("experiment.table")), this.table),
      this.plots,
      h("section", { class: "panel" }, h("h2", {}, t("experiment.gamesTitle")), this.games),
      this.#file(detail),
    );
    this.draw(detail);
  }

  /** @param {ExperimentDetail} detail */
  #file(detail) {
    const copy = button(t("experiment.copy"), () => navigator.clipboard?.writeText(detail.command).catch(() => {}));
    return h(
      "section",
      { class: "panel stack" },
      h("h2", {}, t("experiment.command")),
      h("div", { class: "row" }, h("pre", { id: "command" }, detail.command), copy),
      h("details", {}, h("summary", {}, t("experiments.file")), h("pre", {}, detail.toml)),
    );
  }

  /** @param {ExperimentDetail} detail */
  draw(detail) {
    this.running = detail.running;
    // The list of games follows at the end, or as soon as there are any.
    if (detail.games !== this.listed && (this.listed <= 0 || !detail.running)) this.listGames(detail.games);
    const state = stateOf(detail);
    this.state.textContent = `${t(`experiments.${state}`)} · ${t("experiments.games")} ${grouped(detail.games)}${detail.failure ? ` · ${detail.failure}` : ""}`;
    this.toggle.textContent = t(detail.running ? "experiment.stop" : "experiment.run");
    this.toggle.hidden = state === "finished" || state === "decided";
    Object.assign(this.bar, progressOf(detail));
    const { summary } = detail;
    const cells = summary?.cells ?? [];
    fill(
      this.table,
      cells.length
        ? [testLine(summary), cellTable(summary), ratingTable(summary), standingTable(summary)]
        : h("p", {}, t("experiment.none")),
    );
    this.drawings = detail.plots ?? [];
    this.#drawPlots();
  }

  /** A plot is shown as an image, so that nothing in it can act. */
  #drawPlots() {
    const dark = document.documentElement.dataset.theme === "dark";
    const themed = (/** @type {string} */ plot) =>
      plot.replace("@media (prefers-color-scheme:dark)", dark ? "@media all" : "@media not all");
    const plots = this.drawings.map(themed);
    const key = plots.join("");
    if (key === this.plotKey) return;
    this.plotKey = key;
    this.#dropPlots();
    this.addresses = plots.map((plot) => URL.createObjectURL(new Blob([plot], { type: "image/svg+xml" })));
    fill(
      this.plots,
      this.addresses.map((src, index) =>
        h("img", { src, class: "plot", alt: /<title>([^<]*)/.exec(plots[index])?.[1] ?? t("experiment.plots") }),
      ),
    );
  }

  #dropPlots() {
    this.addresses.forEach((address) => URL.revokeObjectURL(address));
  }

  close() {
    this.themes.disconnect();
    this.#dropPlots();
  }

  /** @param {"run" | "stop"} wish */
  async act(wish) {
    try {
      await post(`${this.path}/${wish}`);
      this.draw(await get(this.path));
      showError(this.problem, null);
    } catch (error) {
      showError(this.problem, error);
    }
  }

  /** @param {number} count how many games there are now */
  async listGames(count) {
    this.listed = count;
    const found = await get(`${this.path}/games?limit=10`).catch(() => null);
    if (found?.games.length)
      fill(
        this.games,
        gameRows(found.games, (game) => `${this.path}/games/${encodeURIComponent(game.id)}/open`),
      );
    else fill(this.games, h("p", { class: "quiet" }, t("library.none")));
  }
}

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)}%`;

/** @typedef {{value: number | null, low: number | null, high: number | null}} Estimate numbers without a bound are null in JSON */

/** @param {any} summary */
function cellTable(summary) {
  const many = Boolean(summary.standings);
  const heads = ["experiment.cell", "experiments.games", "experiment.wdl"];
  // A score and an Elo are of two. Where more play, each pairing is told by places, if it is of one against others.
  const among = new Map((summary.standings?.cells ?? []).map((/** @type {any} */ each) => [each.label, each.player]));
  if (!many) heads.push("experiment.score", "experiment.interval", "experiment.elo");
  else if (among.size) heads.push("experiment.first", "experiment.interval", "experiment.rank");
  const rows = summary.cells.map((/** @type {any} */ cell) =>
    h(
      "tr",
      {},
      h("td", {}, cell.label),
      h("td", { class: "right" }, grouped(cell.games)),
      h("td", { class: "right" }, `${cell.wins} / ${cell.draws} / ${cell.losses}`),
      many ? (among.size ? placeColumns(among.get(cell.label)) : null) : scoreColumns(cell),
    ),
  );
  return h(
    "table",
    {},
    tableHead(
      heads.map((key) => t(key)),
      [1, 2, 3, 5],
    ),
    h("tbody", {}, rows),
  );
}

/** @param {any} cell */
function scoreColumns(cell) {
  const score = { value: cell.score ?? null, low: cell.score_low ?? null, high: cell.score_high ?? null };
  return [...shareColumns(score, 0.5), h("td", { class: "right" }, eloText(cell))];
}

/** @param {{first: Estimate, rank: Estimate} | undefined} figures of the one player among others */
function placeColumns(figures) {
  const unknown = { value: null, low: null, high: null };
  const fixed = (/** @type {number} */ value) => value.toFixed(2);
  return [...shareColumns(figures?.first ?? unknown, null), rangeCell(figures?.rank ?? unknown, fixed)];
}

/** A share and its interval; `even` is the share at which nobody is better. @param {Estimate} share @param {number | null} even */
function shareColumns({ value, low, high }, even) {
  if (value === null) return [h("td", { class: "right" }, "–"), h("td", {})];
  if (low === null || high === null) return [h("td", { class: "right" }, percent(value)), h("td", {})];
  return [
    h("td", { class: "right" }, percent(value)),
    h("td", {}, interval(value, low, high, even), h("small", {}, `${percent(low)} – ${percent(high)}`)),
  ];
}

/** A figure over its interval. @param {Estimate} estimate @param {(value: number) => string} write */
function rangeCell({ value, low, high }, write) {
  const text = (/** @type {number | null} */ number) => (number === null ? "–" : write(number));
  const bounds = low === null && high === null ? null : [h("br"), h("small", {}, `${text(low)} – ${text(high)}`)];
  return h("td", { class: "right" }, text(value), ...(bounds ?? []));
}

/** @param {any} cell */
function eloText(cell) {
  if (cell.elo === null || cell.elo === undefined) return "–";
  return h("span", {}, signed(cell.elo), h("br"), h("small", {}, boundsText(cell.elo_low, cell.elo_high)));
}

/** Two ends of an interval, which may be without bound. @param {number | null | undefined} low @param {number | null | undefined} high */
const boundsText = (low, high) => `${end(low, "−∞")} … ${end(high, "∞")}`;

/** @param {number | null | undefined} value @param {string} unbounded */
const end = (value, unbounded) => (value === null || value === undefined ? unbounded : signed(value));

/** The interval of a share drawn from 0 to 1. @param {number} value @param {number} low @param {number} high @param {number | null} even */
function interval(value, low, high, even) {
  const picture = s("svg", { viewBox: "0 0 160 18", class: "interval", "aria-hidden": "true" });
  const x = (/** @type {number} */ share) => 4 + share * 152;
  if (even !== null) s("path", { d: `M${x(even)} 0V18`, class: "interval-half" }, picture);
  s(
    "path",
    { d: `M${x(low)} 9H${x(high)}M${x(low)} 4V14M${x(high)} 4V14`, class: "interval-line" },
    picture,
  );
  s("circle", { cx: x(value), cy: 9, r: 4.5, class: "interval-dot" }, picture);
  return picture;
}

/** What the sequential test of a match came to, where it has one. @param {any} summary */
function testLine(summary) {
  const { sprt } = summary;
  if (!sprt) return null;
  const hypothesis = (/** @type {number} */ elo) => signed(elo, Number.isInteger(elo) ? 0 : 1);
  const ratio = (/** @type {number | null} */ value) => value?.toFixed(2).replace("-", "−") ?? "–";
  const test = t(`experiment.sprt.${sprt.decision}`, {
    elo0: hypothesis(sprt.elo0),
    elo1: hypothesis(sprt.elo1),
    scale: t(`experiment.sprt.${sprt.model}`),
    llr: ratio(sprt.llr),
    low: ratio(sprt.low),
    high: ratio(sprt.high),
  });
  return h("p", { id: "sprt" }, sprt.stopped_early ? `${test} ${stoppedText(sprt)}` : test);
}

/** The Elo of a match that its test has stopped; the plain one is too far out. @param {any} sprt */
function stoppedText({ elo, elo_low, elo_high, superiority }) {
  // Too few results, or too much alike, give none.
  if (typeof superiority !== "number") return t("experiment.sprt.plain");
  return t("experiment.sprt.elo", { elo: end(elo, "–"), bounds: boundsText(elo_low, elo_high) });
}

/** Strengths of all players together, where the experiment gives them. @param {any} summary */
function ratingTable(summary) {
  const ratings = summary?.ratings ?? [];
  if (!ratings.length) return null;
  const sorted = [...ratings].sort((a, b) => b.elo.value - a.elo.value);
  return h(
    "table",
    {},
    tableHead([t("library.player"), t("experiment.elo"), t("experiment.interval")], [1, 2]),
    h(
      "tbody",
      {},
      sorted.map((each) =>
        h(
          "tr",
          {},
          h("td", {}, each.player),
          h("td", { class: "right" }, end(each.elo.value, "–")),
          h("td", { class: "right" }, boundsText(each.elo.low, each.elo.high)),
        ),
      ),
    ),
  );
}

/** Ranks of games for many. @param {any} summary */
function standingTable(summary) {
  const players = summary?.standings?.players ?? [];
  if (!players.length) return null;
  const heads = ["library.player", "experiment.rank", "experiment.first", "experiment.points"];
  const fixed = (/** @type {number} */ value) => value.toFixed(2);
  const rows = [...players]
    .sort((a, b) => a.rank.value - b.rank.value)
    .map((each) =>
      h(
        "tr",
        {},
        h("td", {}, each.player),
        rangeCell(each.rank, fixed),
        rangeCell(each.first, percent),
        rangeCell(each.score, fixed),
      ),
    );
  const table = h(
    "table",
    {},
    tableHead(
      heads.map((key) => t(key)),
      [1, 2, 3],
    ),
    h("tbody", {}, rows),
  );
  const { warning } = summary.standings;
  return warning ? h("div", {}, table, h("p", {}, warning)) : table;
}
