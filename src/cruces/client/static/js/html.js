// What a page shows is described anew for every frame; only what differs touches the document.

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
const described = new WeakMap();

/**
 * Make the children of an element what is described.
 * @param {Element} parent
 * @param {Loose[]} children
 */
export function render(parent, ...children) {
  patchChildren(parent, flat(children), parent.namespaceURI === SVG);
}

/** @param {Element} parent @param {Child[]} wanted @param {boolean} svg */
function patchChildren(parent, wanted, svg) {
  /** @type {Map<string, ChildNode[]>} */
  const kept = new Map();
  for (const node of parent.childNodes) {
    const name = nameOf(described.get(node));
    const same = kept.get(name);
    if (same) same.push(node);
    else kept.set(name, [node]);
  }
  const found = wanted.map((child) =>
    kept.get(nameOf(typeof child === "string" ? undefined : child))?.shift(),
  );
  // What goes, goes first: what stays is then in its place, and a dialog or a focus survives.
  for (const left of kept.values()) for (const node of left) node.remove();
  let place = parent.firstChild;
  for (const [i, child] of wanted.entries()) {
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
 * Which children may stand for each other.
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

/** @param {Element} node @param {Node_} wanted @param {boolean} svg */
function patch(node, wanted, svg) {
  const before = described.get(node)?.props ?? {};
  for (const name of Object.keys(before))
    if (!(name in wanted.props)) set(node, name, undefined, before[name]);
  for (const [name, value] of Object.entries(wanted.props)) {
    if (value !== before[name] || name === ".value") set(node, name, value, before[name]);
  }
  described.set(node, wanted);
  // A custom element looks after its own children unless it is given some.
  if (wanted.children.length || !wanted.tag.includes("-"))
    patchChildren(node, wanted.children, svg);
}

/** @param {Element} node @param {string} name @param {unknown} value @param {unknown} before */
function set(node, name, value, before) {
  if (name === "key") return;
  if (name.startsWith(".")) {
    const property = name.slice(1);
    const target = /** @type {any} */ (node);
    if (target[property] !== value) target[property] = value;
  } else if (name.startsWith("on")) {
    // Not as a property: what that returns could stop a link from working.
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
