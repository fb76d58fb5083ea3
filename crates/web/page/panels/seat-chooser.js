// @ts-check
/**
 * Who sits where: you, one of ten levels with its measured Elo, or any player written as an expression.
 */

import { h, field, select } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").SeatSpec} SeatSpec */

/** Strong players of one game or another, as they are written. */
const EXAMPLES = ["uct(playouts=1000)", "alphabeta(depth=6)", "mcts(playouts=1000)"];

let made = 0;

/** @param {GameInfo} game @param {SeatSpec[]} chosen */
export function seatChoosers(game, chosen) {
  const choosers = chosen.map((spec, seat) => oneSeat(game, seat, spec));
  return {
    element: h(
      "div",
      { class: "seat-choosers" },
      choosers.map((chooser) => chooser.element),
    ),
    value: () => choosers.map((chooser) => chooser.value()),
  };
}

/** @param {import("../types").Level} level */
function levelText(level) {
  if (level.elo === null) return t("seat.level", { level: level.level });
  const margin =
    level.elo_high !== null && level.elo_low !== null ? ` ±${Math.round((level.elo_high - level.elo_low) / 2)}` : "";
  return `${t("seat.level", { level: level.level })} · Elo ${Math.round(level.elo)}${margin}`;
}

/** A player that the game has, with an option. @param {GameInfo} game */
const exampleOf = (game) =>
  EXAMPLES.find((example) => game.players.some(({ name }) => example.startsWith(`${name}(`))) ?? "random";

/** @param {GameInfo} game @param {number} seat @param {SeatSpec} spec */
function oneSeat(game, seat, spec) {
  made += 1;
  const levels = game.levels.map((level) => [`level ${level.level}`, levelText(level)]);
  const choices = /** @type {[string, string][]} */ ([
    ["human", t("seat.you")],
    ...levels,
    ["player", t("seat.other")],
  ]);
  const wanted = spec.kind === "level" ? `level ${spec.level}` : spec.kind;
  const first = choices.some(([value]) => value === wanted) ? wanted : wanted.startsWith("level") ? "player" : "human";
  const list = h(
    "datalist",
    { id: `players-${made}` },
    game.players.map((player) => h("option", { value: player.name }, player.about)),
  );
  const input = h("input", {
    list: list.id,
    value: spec.kind === "player" ? spec.player : "random",
    "aria-label": t("seat.expression"),
    spellcheck: "false",
    placeholder: exampleOf(game),
  });
  const chooser = select(choices, first, { "data-seat": seat, onchange: () => toggle() });
  const help = h("small", { class: "player-help" });
  const toggle = () => {
    const free = chooser.value === "player";
    input.hidden = !free;
    help.hidden = !free;
    describe();
  };
  const describe = () => {
    const player = game.players.find((each) => input.value.split("(")[0] === each.name);
    help.textContent = player ? `${player.about}. ${player.options.map((option) => option.key).join(", ")}` : "";
  };
  input.addEventListener("input", describe);
  const label =
    game.seats > 2
      ? t("seat.numberedColour", { number: seat + 1, colour: t(seat % 2 ? "colour.white" : "colour.black") })
      : t(seat ? "colour.white" : "colour.black");
  toggle();
  return {
    element: h("div", { class: "seat-chooser" }, field(label, chooser), input, list, help),
    /** @returns {SeatSpec} */
    value: () => {
      if (chooser.value === "human") return { kind: "human" };
      if (chooser.value === "player") return { kind: "player", player: input.value.trim() };
      return { kind: "level", level: Number(chooser.value.split(" ")[1]) };
    },
  };
}
