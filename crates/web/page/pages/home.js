// @ts-check
/**
 * The first page: choose a game and who plays, or bring a record.
 */

import { h, fill, field, select, button } from "../dom.js";
import { t, hasText, language } from "../i18n.js";
import { games, get, post } from "../api.js";
import { smallBoard } from "../board/picture.js";
import { samples } from "../board/samples.js";
import { seatChoosers } from "../panels/seat-chooser.js";
import { importPanel } from "../panels/import.js";
import { showError } from "../notices.js";
import { gameName } from "../names.js";
import { entriesOf, enter } from "../entries.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Family} Family */

const FAMILIES = /** @type {Family[]} */ (["nip", "reversi", "yonin", "go"]);
const FIRST = { nip: "nip", reversi: "reversi", yonin: "yonin", go: "go9" };

/** @returns {Promise<import("../main.js").Page>} */
export async function open() {
  const catalogue = await games();
  const setup = h("div", { class: "panel stack", id: "setup" });
  /** @param {Family} family */
  const choose = (family) =>
    fillSetup(
      setup,
      catalogue.games.filter((game) => game.family === family),
      FIRST[family],
    );
  const cards = h(
    "fieldset",
    { class: "cards" },
    h("legend", { class: "unseen" }, t("home.game")),
    FAMILIES.map((family) => familyCard(family, family === "nip", () => choose(family))),
  );
  choose("nip");
  const recent = h("section", { class: "panel" });
  listRecent(recent);
  const element = h(
    "div",
    {},
    h("h1", {}, t("home.title"), h("small", {}, t("home.subtitle"))),
    h("div", { class: "home" }, h("div", {}, cards, setup), h("div", {}, importPanel(catalogue.games), recent)),
    h("footer", { class: "quiet" }, `Enban ${catalogue.version} · `, h("a", { href: "/api/docs.json" }, "API")),
  );
  return { title: t("nav.play"), element, keep: () => entriesOf(element), restore: (kept) => enter(element, kept) };
}

/** @param {Family} family @param {boolean} checked @param {() => void} act */
function familyCard(family, checked, act) {
  return h(
    "label",
    { class: "card" },
    h("input", { type: "radio", name: "family", value: family, checked, onchange: act, class: "unseen" }),
    smallBoard(samples[family]),
    h("strong", {}, t(`family.${family}`)),
    h("small", {}, t(`family.${family}.about`)),
  );
}

/** @param {Element} setup @param {GameInfo[]} variants @param {string} first */
function fillSetup(setup, variants, first) {
  if (!variants.length) return fill(setup, h("p", {}, t("home.none")));
  const problem = h("div", {});
  const rest = h("div", { class: "stack" });
  const names = /** @type {[string, string][]} */ (variants.map((game) => [game.id, gameName(game)]));
  const variant = select(names, first, { id: "variant", onchange: () => fillRest() });
  const fillRest = () => {
    const game = variants.find((each) => each.id === variant.value) ?? variants[0];
    const options = optionFields(game);
    const seats = seatChoosers(game, [{ kind: "human" }, ...Array(game.seats - 1).fill({ kind: "level", level: 3 })]);
    const start = button(t("home.start"), () => begin(), { class: "primary wide", id: "start" });
    const begin = async () => {
      start.disabled = true;
      try {
        const room = await post("/api/rooms", { game: options.expression(), seats: seats.value() });
        // Where only programs play, the server waits to be told to begin.
        const watching = seats.value().every((seat) => seat.kind !== "human");
        if (watching) await post(`/api/rooms/${room.id}/run`, { running: true, delay_ms: 400 });
        location.hash = `#/room/${room.id}`;
      } catch (error) {
        showError(problem, error);
        start.disabled = false;
      }
    };
    fill(
      rest,
      options.element,
      seats.element,
      start,
      h("a", { href: `#/learn/${game.family}/1` }, t("home.learn", { game: t(`family.${game.family}`) })),
    );
  };
  fillRest();
  fill(setup, variants.length > 1 ? field(t("home.variant"), variant) : null, rest, problem);
}

/** The options of a game as fields, and the game's expression with what was chosen. @param {GameInfo} game */
function optionFields(game) {
  const controls = game.options.map((option) => {
    const choices = option.kind === "switch" ? ["on", "off"] : option.kind === "word" ? option.choices : null;
    // Where the default depends on another option, it is none of the choices: then nothing need be chosen.
    const usual = choices && option.default === null ? [["", t("option.usual", { usual: option.usual })]] : [];
    const control = choices
      ? select(
          /** @type {[string, string][]} */ ([...usual, ...choices.map((choice) => [choice, choice])]),
          usual.length ? "" : option.usual,
        )
      : h("input", { placeholder: option.usual, title: option.values });
    control.dataset.option = option.key;
    return { option, control };
  });
  const fields = controls.map(({ option, control }) =>
    field(optionText(option.key, option.key) ?? option.key, control, optionText(`${option.key}.about`, option.about)),
  );
  const expression = () => {
    const given = controls
      .filter(({ option, control }) => control.value && control.value !== option.usual)
      .map(({ option, control }) => `${option.key}=${control.value}`);
    return given.length ? `${game.id}(${given.join(",")})` : game.id;
  };
  const element = controls.length
    ? h("details", {}, h("summary", {}, t("home.options")), h("div", { class: "stack" }, fields))
    : h("div", {});
  return { element, expression };
}

/** What an option is called or does. The catalog says it in English. @param {string} key @param {string} english */
function optionText(key, english) {
  if (language() === "en") return english;
  return hasText(`option.${key}`) ? t(`option.${key}`) : null;
}

/** @param {Element} slot */
async function listRecent(slot) {
  fill(slot, h("h2", {}, t("home.recent")), h("p", { class: "quiet" }, t("home.noRecent")));
  const found = await get("/api/library?limit=5").catch(() => null);
  if (!found?.games.length) return;
  const { gameList } = await import("../panels/game-rows.js");
  fill(
    slot,
    h("h2", {}, t("home.recent")),
    gameList(found.games, (game) => `/api/library/${encodeURIComponent(game.id)}/open`),
    h("a", { href: "#/library" }, t("home.all")),
  );
}
