// Lets Node find modules where the server serves them: `/static/…`.

const STATIC = new URL("../../src/cruces/client/static/", import.meta.url);

/** @param {string} specifier @param {object} context @param {Function} next */
export const resolve = (specifier, context, next) =>
    specifier.startsWith("/static/")
        ? next(new URL(specifier.slice("/static/".length), STATIC).href, context)
        : next(specifier, context);

/** Our modules are ES modules, though no package.json says so. */
export const load = (url, context, next) =>
    url.endsWith(".js") && url.includes("/cruces/")
        ? next(url, { ...context, format: "module" })
        : next(url, context);
