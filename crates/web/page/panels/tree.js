// @ts-check
/**
 * The tree of moves with variations and comments.
 */

import { h, fill, button } from "../dom.js";
import { t } from "../i18n.js";
import { nodeOf } from "../room-model.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("../types").RoomNode} RoomNode */
/** @typedef {import("../room-model.js").RoomModel} RoomModel */

/** How long typing must rest before a comment is saved. */
const REST_MS = 500;

const SIGNS = { slip: "?!", mistake: "?", blunder: "??" };

/** @param {RoomModel} model */
export function panel(model) {
  const tree = h("div", { class: "moves", id: "moves" });
  const promote = button(t("tree.promote"), () => model.act("promote", { node: model.room.node }));
  const remove = button(t("tree.remove"), () => model.act("remove", { node: model.room.node }));
  let drawn = "";
  model.watch((room) => {
    const key = JSON.stringify([
      room.node,
      room.nodes.map((node) => [node.id, node.children, node.comment, model.blind ? null : node.mistake]),
    ]);
    const parent = nodeOf(room, nodeOf(room, room.node)?.parent ?? -1);
    promote.hidden = !parent || parent.children[0] === room.node;
    remove.hidden = !parent;
    if (key === drawn) return;
    drawn = key;
    drawTree(tree, model, room);
  });
  return h("div", { class: "stack" }, tree, commentField(model), h("div", { class: "row" }, promote, remove));
}

/**
 * The comment on the position that is shown. What is typed is saved when typing rests, when the field or the page is left, and
 * when a move comes in between.
 * @param {RoomModel} model
 */
function commentField(model) {
  let shown = model.room.node;
  let alarm = 0;
  // Edits are counted: an answer tells only of those that were made before its text was sent.
  let edits = 0;
  let saved = 0;
  const save = async () => {
    clearTimeout(alarm);
    const sent = edits;
    if (await model.act("comment", { node: shown, text: comment.value })) saved = Math.max(saved, sent);
  };
  const comment = h("textarea", {
    rows: 2,
    "aria-label": t("tree.comment"),
    placeholder: t("tree.comment"),
    id: "comment",
    onchange: save,
    oninput: () => {
      edits += 1;
      clearTimeout(alarm);
      alarm = setTimeout(save, REST_MS);
    },
  });
  const saveLast = () => {
    clearTimeout(alarm);
    if (saved < edits) model.actLast("comment", { node: shown, text: comment.value });
    saved = edits;
  };
  addEventListener("pagehide", saveLast, { signal: model.closing.signal });
  model.closing.signal.addEventListener("abort", saveLast);
  model.watch((room, before) => {
    const moved = shown !== room.node;
    // Out of the library nodes may come back with other numbers, and some may be removed.
    if (moved && saved < edits && before && nodeOf(room, shown)) save();
    if (moved) {
      clearTimeout(alarm);
      saved = edits;
    }
    shown = room.node;
    // What the server does not have yet stays in the field, though the field was left.
    if (moved || (saved === edits && document.activeElement !== comment))
      comment.value = nodeOf(room, shown)?.comment ?? "";
  });
  return comment;
}

/** @param {HTMLElement} tree @param {RoomModel} model @param {Room} room */
function drawTree(tree, model, room) {
  const byId = new Map(room.nodes.map((node) => [node.id, node]));
  const root = room.nodes.find((node) => node.parent === null);
  if (!root) return;
  const start = moveButton(model, room, root, 0);
  fill(tree, start, root.comment ? h("p", { class: "comment" }, root.comment) : null);
  drawLine(tree, model, room, byId, root, 1);
  // Only the list scrolls; the page stays where it is.
  const current = /** @type {HTMLElement | null} */ (tree.querySelector("[aria-current]"));
  if (current) tree.scrollTop = current.offsetTop - tree.clientHeight / 2;
}

/**
 * The main line goes on in place; each other child opens an indented block.
 * @param {Element} into @param {RoomModel} model @param {Room} room @param {Map<number, RoomNode>} byId @param {RoomNode} from @param {number} number
 */
function drawLine(into, model, room, byId, from, number) {
  for (let node = from; node.children.length;) {
    const [main, ...others] = node.children.map((id) => byId.get(id)).filter((each) => each !== undefined);
    if (!main) return;
    into.append(moveButton(model, room, main, number));
    if (main.comment) into.append(h("p", { class: "comment" }, main.comment));
    for (const other of others) {
      const block = h("div", { class: "variation" }, moveButton(model, room, other, number));
      if (other.comment) block.append(h("p", { class: "comment" }, other.comment));
      drawLine(block, model, room, byId, other, number + 1);
      into.append(block);
    }
    node = main;
    number += 1;
  }
}

/** @param {RoomModel} model @param {Room} room @param {RoomNode} node @param {number} number */
function moveButton(model, room, node, number) {
  const sign = node.mistake && !model.blind ? SIGNS[node.mistake] : "";
  const colour = node.mover === null ? "" : (room.seats[node.mover]?.colour ?? "");
  const label = node.move ?? t("tree.start");
  const attributes = {
    class: `move ${colour}`,
    "data-node": node.id,
    "aria-current": node.id === room.node ? "true" : null,
  };
  const element = button("", () => model.goTo(node.id), attributes);
  fill(
    element,
    node.move ? h("small", {}, `${number}`) : null,
    h("span", { class: "move-name" }, label),
    sign ? h("span", { class: `sign ${node.mistake}` }, sign) : null,
  );
  return element;
}
