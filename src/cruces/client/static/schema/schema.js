// What programs may ask over HTTP, from the document that describes it.

import { h, render } from "../js/html.js";
import { bar, dress } from "../js/widgets.js";
import { app } from "../js/store.js";
import { preferences, speak, t } from "../js/texts.js";

/**
 * @typedef {{ name: string, in: string, description?: string }} Parameter
 * @typedef {{ summary?: string, description?: string, parameters?: Parameter[],
 *   responses: Record<string, { description: string }> }} Operation
 * @typedef {Record<string, Record<string, Operation>>} Paths
 */

dress();
/** @type {{ info: { title: string, version: string }, paths: Paths }} */
const schema = await (await fetch("/schema/openapi.json")).json();
await speak(...preferences(app.prefs.lang));

document.title = `${t("web.page.schema")} · Cruces`;
render(
  document.body,
  bar(),
  h(
    "main",
    { class: "reading card" },
    h("h1", null, t("web.page.schema")),
    h("p", null, h("a", { href: "/schema/openapi.json" }, "OpenAPI ", schema.info.version)),
    Object.entries(schema.paths).map(([path, operations]) =>
      Object.entries(operations).map(([method, { summary, description, parameters, responses }]) =>
        h(
          "section",
          { class: "operation" },
          h("h2", null, h("code", null, `${method.toUpperCase()} ${path}`)),
          h("p", null, summary),
          description && h("p", null, description),
          parameters?.length &&
            h(
              "p",
              null,
              parameters.map(({ name, in: where }) => [h("code", null, name), ` (${where}) `]),
            ),
          h(
            "ul",
            null,
            Object.entries(responses).map(([status, answer]) =>
              h("li", null, h("code", null, status), " ", answer.description),
            ),
          ),
        ),
      ),
    ),
  ),
);
