import assert from "node:assert/strict";
import { test } from "node:test";
import { Element } from "./dom.mjs";

const { h, render } = await import("/static/js/html.js");

const shown = (node) =>
    node.tag ? `<${node.tag}>${node.childNodes.map(shown).join("")}</${node.tag}>` : node.nodeValue;

test("elements, texts and nothing", () => {
    const place = new Element("main");
    render(place, h("p", null, "one ", 2, false, null, undefined, ["three"]), "end");
    assert.equal(shown(place), "<main><p>one 2three</p>end</main>");
});

test("what stays is the same element, wherever it goes", () => {
    const place = new Element("ul");
    const list = (keys) => keys.map((key) => h("li", { key }, key));
    render(place, list(["a", "b", "c"]));
    const [a, b, c] = place.childNodes;
    render(place, list(["c", "a", "d"]));
    assert.equal(place.textContent, "cad");
    assert.equal(place.childNodes[0], c);
    assert.equal(place.childNodes[1], a);
    assert.equal(b.parentNode, null);
});

test("attributes, properties, styles and handlers come and go", () => {
    const place = new Element("main");
    const [first, second] = [() => 1, () => 2];
    render(
        place,
        h("input", {
            id: "x",
            disabled: true,
            ".value": "a",
            onclick: first,
            style: { "--n": 3 },
        }),
    );
    const [input] = place.childNodes;
    assert.deepEqual(
        [...input.attributes],
        [
            ["id", "x"],
            ["disabled", ""],
        ],
    );
    assert.equal(input.value, "a");
    assert.equal(input.listeners.get("click"), first);
    assert.equal(input.properties.get("--n"), "3");
    render(place, h("input", { id: "y", disabled: false, ".value": "b", onclick: second }));
    assert.equal(place.childNodes[0], input);
    assert.deepEqual([...input.attributes], [["id", "y"]]);
    assert.equal(input.value, "b");
    assert.equal(input.listeners.get("click"), second);
    assert.equal(input.properties.size, 0);
});

test("what somebody typed into a field gives way to what is described", () => {
    const place = new Element("main");
    render(place, h("input", { ".value": "a" }));
    place.childNodes[0].value = "typed";
    render(place, h("input", { ".value": "a" }));
    assert.equal(place.childNodes[0].value, "a");
});

test("a drawing is a drawing down to its last stroke", () => {
    const place = new Element("main");
    render(place, h("svg", null, h("path", { d: "M0 0" })));
    const [svg] = place.childNodes;
    assert.match(svg.namespaceURI, /svg$/);
    assert.match(svg.childNodes[0].namespaceURI, /svg$/);
});

test("a custom element keeps its own children", () => {
    const place = new Element("main");
    render(place, h("game-clock", { ".clock": 1 }));
    const own = place.childNodes[0].insertBefore(new Element("b"), null);
    render(place, h("game-clock", { ".clock": 2 }));
    assert.deepEqual(place.childNodes[0].childNodes, [own]);
});
