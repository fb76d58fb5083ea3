// @ts-check
/**
 * The shell: header, switches, keys that hold everywhere, and the way from the address to a page.
 */

import { h, fill, button, select } from "./dom.js";
import { t, language, loadTexts, chooseLanguage } from "./i18n.js";
import { settings, choose, applyTheme } from "./settings.js";
import { games, silence } from "./api.js";
import { errorBanner } from "./notices.js";

/**
 * @typedef {object} Page
 * @property {string} title
 * @property {HTMLElement} element
 * @property {() => void} [close]
 * @property {(event: KeyboardEvent) => void} [key]
 * @property {() => any} [keep] what a person has entered, to be given to the same page in another language
 * @property {(kept: any) => void} [restore] takes what the page before has kept
 */
/** @typedef {(...parameters: string[]) => Promise<Page>} Opener */

/** @type {[RegExp, () => Promise<{open: Opener}>][]} */
const ROUTES = [
  [/^$/, () => import("./pages/home.js")],
  [/^room\/([^/]+)$/, () => import("./pages/room.js")],
  [/^experiments$/, () => import("./pages/experiments.js")],
  [/^experiments\/([^/]+)$/, () => import("./pages/experiment.js")],
  [/^learn(?:\/([^/]+))?(?:\/(\d+))?$/, () => import("./pages/learn.js")],
  [/^library$/, () => import("./pages/library.js")],
  [/^editor(?:\/([^/]+))?(?:\/(.+))?$/, () => import("./pages/editor.js")],
  [/^p\/([^/]+)\/(.+)$/, () => import("./pages/link.js")],
];

const SECTIONS = [
  ["", "nav.play"],
  ["learn", "nav.learn"],
  ["library", "nav.library"],
  ["experiments", "nav.experiments"],
  ["editor", "nav.editor"],
];

// The browser has the token in a cookie by now; in the address it would be seen, shared and kept in the history.
const asked = new URLSearchParams(location.search);
if (asked.has("token")) {
  asked.delete("token");
  history.replaceState(history.state, "", `${location.pathname}${asked.size ? `?${asked}` : ""}${location.hash}`);
}

/** @type {Page | null} */
let page = null;
let visit = 0;

const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
const header = /** @type {HTMLElement} */ (document.querySelector("#header"));

const address = () => location.hash.replace(/^#\/?/, "");

/** @param {boolean} arrived whether a person came from another page, so that the focus should follow */
async function openPage(arrived) {
  visit += 1;
  const mine = visit;
  page?.close?.();
  page = null;
  silence();
  drawHeader();
  const opened = await find(address());
  if (mine !== visit) return opened.close?.();
  page = opened;
  document.title = `${opened.title} · Enban`;
  fill(main, opened.element);
  if (arrived) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/** @param {string} path @returns {Promise<Page>} */
async function find(path) {
  try {
    for (const [pattern, load] of ROUTES) {
      const match = pattern.exec(path);
      if (match) return await (await load()).open(...match.slice(1).map((part) => decodeURIComponent(part ?? "")));
    }
    throw new Error(t("error.route"));
  } catch (error) {
    const home = h("a", { href: "#/", class: "button" }, t("nav.play"));
    return { title: t("error.title"), element: h("div", {}, h("h1", {}, t("error.title")), errorBanner(error), home) };
  }
}

function drawHeader() {
  const path = address();
  const current = (/** @type {string} */ section) =>
    section === "" ? /^(room|p\/|$)/.test(path) : path.startsWith(section);
  const links = SECTIONS.map(([section, key]) =>
    h("a", { href: `#/${section}`, "aria-current": current(section) ? "page" : null }, t(key)),
  );
  const other = language() === "ja" ? "en" : "ja";
  const themes = /** @type {[string, string][]} */ (
    ["system", "light", "dark"].map((theme) => [theme, t(`theme.${theme}`)])
  );
  const theme = select(themes, settings.theme, {
    "aria-label": t("theme.label"),
    id: "theme",
    onchange: (event) => {
      choose({ theme: event.target.value });
      applyTheme();
    },
  });
  fill(
    header,
    h(
      "a",
      { class: "brand", href: "#/" },
      h("img", { src: "/page/icon.svg", alt: "" }),
      language() === "ja"
        ? ["円盤", h("span", { class: "brand-long" }, "Enban")]
        : ["Enban", h("span", { class: "brand-long" }, "円盤")],
    ),
    h("nav", { "aria-label": t("nav.label") }, links),
    h(
      "div",
      { class: "switches" },
      button(other === "ja" ? "日本語" : "English", () => switchLanguage(other), { lang: other, id: "language" }),
      theme,
      button("?", showHelp, { "aria-label": t("help.title"), title: t("help.title"), class: "plain", id: "help" }),
    ),
  );
}

/** @param {"en" | "ja"} next */
async function switchLanguage(next) {
  const [from, kept] = [address(), page?.keep?.()];
  await chooseLanguage(next);
  await openPage(false);
  if (kept !== undefined && from === address()) page?.restore?.(kept);
  /** @type {HTMLElement | null} */ (document.querySelector("#language"))?.focus();
}

function showHelp() {
  const keys = [
    ["←↑↓→", "help.arrows"],
    ["[ ]", "help.ring"],
    ["d 3", "help.type"],
    ["Enter", "help.enter"],
    ["Esc", "help.escape"],
    ["← →", "help.moves"],
    ["↑ ↓", "help.siblings"],
    ["Home End", "help.ends"],
    ["Shift P", "help.pass"],
    ["Backspace", "help.undo"],
    ["v", "help.values"],
    ["?", "help.help"],
  ];
  const list = h(
    "dl",
    { class: "keys" },
    keys.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text))]),
  );
  const dialog = h(
    "dialog",
    { "aria-labelledby": "help-title", onclose: () => dialog.remove() },
    h("h2", { id: "help-title" }, t("help.title")),
    list,
    button(t("help.close"), () => dialog.close(), { class: "primary", autofocus: true }),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
  if (event.key === "?") {
    event.preventDefault();
    showHelp();
  } else page?.key?.(event);
}

// Nearly every page needs the catalogue; it is on its way while the texts are read. A failure is told by the page that needs it.
games().catch(() => {});
await loadTexts();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
addEventListener("hashchange", () => openPage(true));
addEventListener("keydown", pressed);
await openPage(false);
