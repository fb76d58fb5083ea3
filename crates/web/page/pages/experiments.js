// @ts-check
/**
 * The experiments of the store, live, and a form that writes a new one as the same file that the command line takes.
 */

import { h, fill, field, select, button, tableHead } from "../dom.js";
import { t, grouped } from "../i18n.js";
import { games, get, post, listen } from "../api.js";
import { gameName, dateText } from "../names.js";
import { showError } from "../notices.js";
import { entriesOf, enter } from "../entries.js";

/** @typedef {import("../types").ExperimentInfo} ExperimentInfo */

/** @returns {Promise<import("../main.js").Page>} */
export async function open() {
  const [catalogue, first] = await Promise.all([games(), get("/api/experiments")]);
  const list = h("div", { class: "panel", id: "experiments" });
  /** @param {{experiments: ExperimentInfo[]}} data */
  const draw = ({ experiments }) =>
    fill(list, experiments.length ? table(experiments) : h("p", {}, t("experiments.none")));
  draw(first);
  listen("experiments=1", { experiments: draw });
  const element = h("div", {}, h("h1", {}, t("experiments.title")), list, form(catalogue.games));
  return {
    title: t("experiments.title"),
    element,
    keep: () => entriesOf(element),
    restore: (kept) => enter(element, kept),
  };
}

/** A test may decide an experiment before all is played; then nothing is left to play. @param {ExperimentInfo} experiment */
export function stateOf(experiment) {
  if (experiment.running) return "running";
  if (experiment.tasks > 0 && experiment.tasks_done >= experiment.tasks) return "finished";
  return experiment.finished ? "decided" : "stopped";
}

/** How full the bar of an experiment is. @param {ExperimentInfo} experiment */
export const progressOf = (experiment) => {
  const max = experiment.tasks || 1;
  return { max, value: stateOf(experiment) === "decided" ? max : experiment.tasks_done };
};

/** @param {ExperimentInfo[]} experiments */
function table(experiments) {
  const heads = [
    "experiments.name",
    "library.game",
    "experiments.games",
    "experiments.progress",
    "experiments.state",
    "library.date",
  ];
  const rows = [...experiments].reverse().map((experiment) =>
    h(
      "tr",
      {},
      h(
        "td",
        {},
        h("a", { href: `#/experiments/${encodeURIComponent(experiment.name)}` }, experiment.name),
        h("br"),
        h("small", {}, experiment.title),
      ),
      h("td", {}, experiment.game),
      h("td", { class: "right" }, grouped(experiment.games)),
      h(
        "td",
        {},
        h("progress", {
          ...progressOf(experiment),
          "aria-label": `${experiment.name}: ${t("experiments.progress")}`,
        }),
      ),
      h("td", {}, t(`experiments.${stateOf(experiment)}`)),
      h("td", {}, dateText(experiment.created)),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": t("experiments.title") },
    h(
      "table",
      {},
      tableHead(
        heads.map((key) => t(key)),
        [2],
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** @param {string} text */
const quoted = (text) => JSON.stringify(text);

/** @param {import("../types").GameInfo[]} catalogue */
function form(catalogue) {
  const controls = {
    name: h("input", { value: "my-experiment", spellcheck: "false", pattern: "[\\w.-]+" }),
    title: h("input", { value: "" }),
    game: select(
      catalogue.map((game) => [game.id, gameName(game)]),
      "nip",
    ),
    design: select(
      [
        ["round-robin", t("experiments.roundRobin")],
        ["gauntlet", t("experiments.gauntlet")],
      ],
      "round-robin",
    ),
    players: h("textarea", { rows: 4, class: "mono", spellcheck: "false" }),
    games: h("input", { type: "number", min: 2, value: 100 }),
    seed: h("input", { type: "number", min: 0, value: 1 }),
    plies: h("input", { type: "number", min: 0, max: 20, value: 6 }),
    pairs: h("input", { type: "checkbox", checked: true }),
  };
  controls.players.value = "random\nalphabeta(depth=2)\nmontecarlo(playouts=10,from=all)";
  const toml = h("textarea", { rows: 16, class: "mono", id: "toml", spellcheck: "false" });
  const write = () => {
    toml.value = tomlOf(controls);
  };
  const problem = h("div", {});
  const start = button(t("experiments.start"), () => begin(toml.value, problem), {
    class: "primary",
    id: "start-experiment",
  });
  write();
  const fields = h(
    "div",
    { class: "stack", oninput: write, onchange: write },
    field(t("experiments.name"), controls.name),
    field(t("experiments.formTitle"), controls.title),
    field(t("library.game"), controls.game),
    field(t("experiments.design"), controls.design),
    field(t("experiments.players"), controls.players),
    field(t("experiments.perPair"), controls.games),
    field(t("experiments.openings"), controls.plies),
    field(t("experiments.seed"), controls.seed),
    h("label", { class: "check" }, controls.pairs, t("experiments.pairs")),
  );
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("experiments.new")),
    h(
      "div",
      { class: "two" },
      fields,
      h("div", { class: "stack" }, field(t("experiments.file"), toml), problem, start),
    ),
  );
}

/** @param {Record<string, any>} controls */
function tomlOf(controls) {
  const players = controls.players.value
    .split("\n")
    .map((/** @type {string} */ line) => line.trim())
    .filter(Boolean);
  const list = (/** @type {string[]} */ names) => `[${names.map(quoted).join(", ")}]`;
  const lines = [`name = ${quoted(controls.name.value)}`];
  if (controls.title.value) lines.push(`title = ${quoted(controls.title.value)}`);
  lines.push(
    `game = ${quoted(controls.game.value)}`,
    `games = ${Number(controls.games.value) || 100}`,
    `seed = ${Number(controls.seed.value) || 0}`,
    `openings = ${quoted(Number(controls.plies.value) ? `ply=${Number(controls.plies.value)}` : "none")}`,
    `seats = ${quoted(controls.pairs.checked ? "rotated" : "fixed")}`,
    "",
    "[design]",
    `kind = ${quoted(controls.design.value)}`,
  );
  if (controls.design.value === "gauntlet")
    lines.push(`challengers = ${list(players.slice(0, 1))}`, `opponents = ${list(players.slice(1))}`);
  else lines.push(`players = ${list(players)}`);
  return `${lines.join("\n")}\n`;
}

/** @param {string} toml @param {Element} problem */
async function begin(toml, problem) {
  try {
    const { name } = await post("/api/experiments", { toml, start: true });
    location.hash = `#/experiments/${encodeURIComponent(name)}`;
  } catch (error) {
    showError(problem, error, toml);
  }
}
