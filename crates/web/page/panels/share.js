// @ts-check
/**
 * What can be taken away: records, the moves, a diagram as SVG or PNG, a link that holds the position.
 */

import { h, button, field, download } from "../dom.js";
import { t } from "../i18n.js";
import { getText } from "../api.js";
import { announce } from "../notices.js";
import { standalone, rasterised } from "../board/picture.js";
import { linkTo } from "../pages/link.js";

const TEXTS = /** @type {const} */ ([
  ["sgf", "application/x-go-sgf"],
  ["ggf", "text/plain"],
  ["moves", "text/plain"],
  ["position", "text/plain"],
]);

/** @param {import("../room-model.js").RoomModel} model @param {import("../board/board.js").Board} board */
export function panel(model, board) {
  const said = h("p", { class: "quiet", role: "status" });
  const name = () => `enban-${model.room.game.replace(/\W+/g, "-")}-${model.room.id}`;
  const copy = async (/** @type {HTMLInputElement} */ from) => {
    const copied = await copyText(from.value);
    if (!copied) {
      from.focus();
      from.select();
    }
    said.textContent = t(copied ? "share.copied" : "share.copyByHand");
    announce(said.textContent);
  };
  const guarded = (/** @type {() => Promise<void>} */ work) => () =>
    work().catch((error) => {
      said.textContent = error.message;
    });
  const exportText = (/** @type {string} */ format, /** @type {string} */ type) =>
    guarded(async () => {
      const text = await getText(`/api/rooms/${model.room.id}/export?format=${format}`);
      download(new Blob([text], { type }), `${name()}.${format === "sgf" || format === "ggf" ? format : "txt"}`);
    });
  const link = h("input", { readonly: true, id: "link", onfocus: () => link.select() });
  const position = h("input", { readonly: true, id: "position", class: "mono", onfocus: () => position.select() });
  model.watch((room) => {
    link.value = linkTo(room.game, room.view.position);
    position.value = room.view.position;
  });
  const svg = guarded(async () =>
    download(new Blob([standalone(board.svg)], { type: "image/svg+xml" }), `${name()}.svg`),
  );
  const png = guarded(async () => download(await rasterised(standalone(board.svg), 1200), `${name()}.png`));
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "row" },
      TEXTS.map(([format, type]) => button(t(`format.${format}`), exportText(format, type), { "data-format": format })),
      button(t("share.svg"), svg, { "data-format": "svg" }),
      button(t("share.png"), png, { "data-format": "png" }),
    ),
    field(t("share.link"), link),
    field(t("format.position"), position),
    h(
      "div",
      { class: "row" },
      button(t("share.copyLink"), () => copy(link)),
      button(t("share.edit"), () => {
        location.hash = `#/editor/${encodeURIComponent(model.room.game)}/${encodeURIComponent(model.room.view.position.replace(/\s+/g, "_"))}`;
      }),
    ),
    said,
  );
}

/** Browsers have no clipboard for pages of another machine without encryption, and may refuse it. @param {string} text */
async function copyText(text) {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
