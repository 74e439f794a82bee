// The little of a document that the page's modules need: elements, texts, listeners.

class Node {
    constructor() {
        /** @type {Node[]} */
        this.childNodes = [];
        /** @type {Node | null} */
        this.parentNode = null;
    }

    get firstChild() {
        return this.childNodes[0] ?? null;
    }

    get nextSibling() {
        const siblings = this.parentNode?.childNodes ?? [];
        return siblings[siblings.indexOf(this) + 1] ?? null;
    }

    get textContent() {
        return this.childNodes.map((node) => node.textContent).join("");
    }

    insertBefore(node, before) {
        node.remove();
        const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
        this.childNodes.splice(at, 0, node);
        node.parentNode = this;
        return node;
    }

    remove() {
        const siblings = this.parentNode?.childNodes;
        siblings?.splice(siblings.indexOf(this), 1);
        this.parentNode = null;
    }
}

class Text extends Node {
    constructor(text) {
        super();
        this.nodeValue = text;
    }

    get textContent() {
        return this.nodeValue;
    }
}

export class Element extends Node {
    constructor(tag, namespaceURI = "http://www.w3.org/1999/xhtml") {
        super();
        this.tag = tag;
        this.namespaceURI = namespaceURI;
        this.attributes = new Map();
        this.listeners = new Map();
        this.properties = new Map();
        this.style = {
            setProperty: (name, value) => this.properties.set(name, value),
            removeProperty: (name) => this.properties.delete(name),
        };
    }

    setAttribute(name, value) {
        this.attributes.set(name, value);
    }

    removeAttribute(name) {
        this.attributes.delete(name);
    }

    addEventListener(name, listener) {
        this.listeners.set(name, listener);
    }

    removeEventListener(name, listener) {
        if (this.listeners.get(name) === listener) this.listeners.delete(name);
    }
}

/** What is to happen after more than so many milliseconds does not keep a test file running. */
const LONG = 1500;

/** Put it where modules look for a browser. */
export function install() {
    const storage = new Map();
    const wait = globalThis.setTimeout;
    const navigator = { onLine: true, language: "en" };
    Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
    Object.assign(globalThis, {
        window: globalThis,
        setTimeout: (what, delay, ...rest) => {
            const timer = wait(what, delay, ...rest);
            if (delay > LONG) timer.unref();
            return timer;
        },
        location: { protocol: "http:", host: "here", hash: "", href: "http://here/" },
        HTMLElement: class {},
        customElements: { define: () => undefined },
        matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
        requestAnimationFrame: (what) => setTimeout(what, 0),
        addEventListener: () => undefined,
        ResizeObserver: class {},
        localStorage: {
            getItem: (name) => storage.get(name) ?? null,
            setItem: (name, value) => storage.set(name, value),
        },
        document: {
            documentElement: { lang: "" },
            createElement: (tag) => new Element(tag),
            createElementNS: (namespace, tag) => new Element(tag, namespace),
            createTextNode: (text) => new Text(text),
            addEventListener: () => undefined,
            querySelector: () => null,
        },
    });
}

/**
 * Everything under a description that passes, in order.
 * @param {any} described a node as `h` makes it, or many
 * @param {(node: any) => boolean} passes
 * @returns {any[]}
 */
export function find(described, passes) {
    if (Array.isArray(described)) return described.flatMap((one) => find(one, passes));
    if (!described || typeof described !== "object") return [];
    const inside = find(described.children, passes);
    return passes(described) ? [described, ...inside] : inside;
}

/** What a description says. */
export const words = (described) =>
    Array.isArray(described)
        ? described.map(words).join("")
        : typeof described === "object" && described
          ? words(described.children)
          : String(described || "");

/** Speak without a server: every sentence is its key and its parameters. */
export async function speakKeys(speak) {
    globalThis.fetch = async () => ({
        ok: true,
        json: async () =>
            new Proxy(
                { "lang.code": "en" },
                {
                    get: (known, key) => known[key] ?? String(key),
                    has: () => true,
                },
            ),
    });
    await speak("en");
}
