// @ts-check
/**
 * Records brought in by pasting or dropping: the format is named, and an error is shown at its place.
 */

import { h, button, fill, field, select } from "../dom.js";
import { gameName } from "../names.js";
import { t } from "../i18n.js";
import { post } from "../api.js";
import { leaveNote, showError } from "../notices.js";

/** The largest file that is sent; the server has its own limit too. */
const BYTES_MAX = 4 * 1024 * 1024;

/** @param {import("../types").GameInfo[]} games */
export function importPanel(games) {
  const result = h("div", { id: "import-result" });
  const choices = /** @type {[string, string][]} */ ([
    ["", t("import.auto")],
    ...games.map((game) => [game.id, gameName(game)]),
  ]);
  const chooser = select(choices, "", { id: "import-game" });
  const game = () => (chooser.value ? { game: chooser.value } : {});
  const text = h("textarea", {
    rows: 4,
    class: "mono",
    id: "import-text",
    "aria-label": t("import.label"),
    placeholder: t("import.placeholder"),
    spellcheck: "false",
  });
  const drop = {
    ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
    ondrop: (/** @type {DragEvent} */ event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      bringFile(file, game(), result);
    },
  };
  const picker = h("input", {
    type: "file",
    class: "unseen",
    tabindex: -1,
    "aria-label": t("import.file"),
    onchange: () => picker.files?.[0] && bringFile(picker.files[0], game(), result),
  });
  return h(
    "section",
    { class: "panel stack", ...drop },
    h("h2", {}, t("import.title")),
    h("p", { class: "quiet" }, t("import.about")),
    text,
    h(
      "div",
      { class: "row" },
      button(t("import.open"), () => bring({ text: text.value, ...game() }, result, text.value), { id: "import-open" }),
      button(t("import.file"), () => picker.click()),
      picker,
    ),
    field(t("import.game"), chooser),
    result,
  );
}

/** @param {File} file @param {object} game @param {Element} result */
async function bringFile(file, game, result) {
  if (file.size > BYTES_MAX) return showError(result, new Error(t("import.large")));
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  await bring({ base64: btoa(binary), ...game }, result, new TextDecoder().decode(bytes));
}

/** @param {object} body @param {Element} result @param {string} source */
async function bring(body, result, source) {
  fill(result);
  try {
    const { format, warnings, room } = await post("/api/import", body);
    const address = `#/room/${room.id}`;
    fill(
      result,
      h(
        "div",
        { class: "banner", role: "status" },
        t("import.found", { format: t(`format.${format}`) }),
        warnings.map((/** @type {string} */ warning) => h("div", {}, warning)),
        " ",
        h("a", { href: address }, t("import.go")),
      ),
    );
    if (warnings.length) return;
    leaveNote(t("import.found", { format: t(`format.${format}`) }));
    location.hash = address;
  } catch (error) {
    showError(result, error, source);
  }
}
