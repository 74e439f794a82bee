// A page is described completely for every frame; only the differences change the document.

/**
 * @typedef {object} Node_
 * @property {string} tag
 * @property {Props} props
 * @property {string | number | undefined} key
 * @property {Child[]} children
 */

/**
 * @typedef {Node_ | string} Child
 * @typedef {Record<string, unknown>} Props
 * @typedef {import("./types").Loose} Loose
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Functions become handlers (`onclick`), names with a leading dot properties
 * (`.value`), `style` is an object of custom properties; `key` tells children of one parent apart.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {Loose[]} children
 * @returns {Node_}
 */
export function h(tag, props, ...children) {
  return {
    tag,
    props: props ?? {},
    key: /** @type {any} */ (props?.key),
    children: flat(children),
  };
}

/** @param {Loose[]} children @returns {Child[]} */
function flat(children) {
  /** @type {Child[]} */
  const found = [];
  for (const child of children) {
    if (Array.isArray(child)) found.push(...flat(child));
    else if (typeof child === "number") found.push(String(child));
    else if (child || child === "") found.push(child);
  }
  return found;
}

/** @type {WeakMap<Node, Node_>} */
const descriptions = new WeakMap();

/**
 * Make the children of an element match their description.
 * @param {Element} parent
 * @param {Loose[]} children
 */
export function render(parent, ...children) {
  patchChildren(parent, flat(children), parent.namespaceURI === SVG);
}

/** @param {Element} parent @param {Child[]} description @param {boolean} svg */
function patchChildren(parent, description, svg) {
  /** @type {Map<string, ChildNode[]>} */
  const keyed = new Map();
  for (const node of parent.childNodes) {
    const name = nameOf(descriptions.get(node));
    const same = keyed.get(name);
    if (same) same.push(node);
    else keyed.set(name, [node]);
  }
  const found = description.map((child) =>
    keyed.get(nameOf(typeof child === "string" ? undefined : child))?.shift(),
  );
  // Remove first: the remaining children are then in place and keep their dialogs and focus.
  for (const left of keyed.values()) for (const node of left) node.remove();
  let place = parent.firstChild;
  for (const [i, child] of description.entries()) {
    const node = found[i] ?? create(child, svg);
    if (node === place) place = node.nextSibling;
    else parent.insertBefore(node, place);
    if (typeof child === "string") {
      if (node.nodeValue !== child) node.nodeValue = child;
    } else {
      patch(/** @type {Element} */ (node), child, svg || child.tag === "svg");
    }
  }
}

/**
 * A name that is equal for children that can be patched into each other.
 * @param {Node_ | undefined} node
 */
function nameOf(node) {
  if (!node) return "#text";
  return node.key === undefined ? node.tag : `${node.tag} ${node.key}`;
}

/** @param {Child} child @param {boolean} svg @returns {ChildNode} */
function create(child, svg) {
  if (typeof child === "string") return document.createTextNode(child);
  return svg || child.tag === "svg"
    ? document.createElementNS(SVG, child.tag)
    : document.createElement(child.tag);
}

/** @param {Element} node @param {Node_} description @param {boolean} svg */
function patch(node, description, svg) {
  const before = descriptions.get(node)?.props ?? {};
  for (const name of Object.keys(before))
    if (!(name in description.props)) set(node, name, undefined, before[name]);
  for (const [name, value] of Object.entries(description.props)) {
    if (value !== before[name] || name === ".value") set(node, name, value, before[name]);
  }
  descriptions.set(node, description);
  // A custom element manages its own children unless some are described.
  if (description.children.length || !description.tag.includes("-"))
    patchChildren(node, description.children, svg);
}

/** @param {Element} node @param {string} name @param {unknown} value @param {unknown} before */
function set(node, name, value, before) {
  if (name === "key") return;
  if (name.startsWith(".")) {
    const property = name.slice(1);
    const target = /** @type {any} */ (node);
    if (target[property] !== value) target[property] = value;
  } else if (name.startsWith("on")) {
    // Not as a property: a handler's return value could stop a link from working.
    const event = name.slice(2);
    if (before) node.removeEventListener(event, /** @type {EventListener} */ (before));
    if (value) node.addEventListener(event, /** @type {EventListener} */ (value));
  } else if (name === "style") {
    const style = /** @type {HTMLElement} */ (node).style;
    for (const each of Object.keys(/** @type {object} */ (before ?? {})))
      style.removeProperty(each);
    for (const [each, set] of Object.entries(/** @type {object} */ (value ?? {}))) {
      style.setProperty(each, String(set));
    }
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}
