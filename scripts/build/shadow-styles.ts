import type { Plugin } from "vite";

/** The element inside of each shadow root that stands for the root of a page. */
const ROOT = ".gatehouse-root";

/** Style sheets that are for shadow roots, by the module that imports them. */
const SHADOW_SHEET = /\/web\/embed\/[\w-]+\.css\?inline$/;

/** Makes the style sheets of `web/embed` fit for shadow roots, after Tailwind and before Vite makes modules of them. */
export function shadowStyles(): Plugin {
  return {
    name: "gatehouse:shadow-styles",
    transform(css, id) {
      if (!SHADOW_SHEET.test(id)) return undefined;
      return { code: shadowStyle(css), map: null };
    },
  };
}

/**
 * Makes a compiled style sheet independent of the page around a shadow root:
 *
 * - Rules for the root of the page are for the root of the content.
 * - A `rem` would be the page's font size, which frameworks set to anything. The content has a registered property of its
 *   own in its place, the font size that the user has set in the browser. Media queries have that meaning by themselves.
 * - Shadow roots have no `@property`: Tailwind's initial values become plain declarations, as in browsers without it.
 */
export function shadowStyle(css: string): string {
  const parts = withoutPropertyRules(css).split(/([{};])/);
  return parts
    .map((part, index) => {
      const isPrelude = parts[index + 1] === "{";
      return isPrelude ? atContentRoot(part) : inOwnRem(part);
    })
    .join("");
}

function withoutPropertyRules(css: string): string {
  return css
    .replaceAll(/@property [^{]+\{[^}]*\}/g, "")
    .replace(/(@layer properties\s*\{\s*)@supports [^{]+\{((?:[^{}]*\{[^}]*\})*)\s*\}/, "$1$2");
}

function atContentRoot(prelude: string): string {
  if (prelude.trimStart().startsWith("@")) return prelude;
  const selectors = prelude
    .split(",")
    .map((selector) => selector.replace(/^(\s*)(:root|:host|html|body)(?![\w(-])/, `$1${ROOT}`));
  return [...new Set(selectors)].join(",");
}

function inOwnRem(declaration: string): string {
  return declaration.replaceAll(/(?<![\w.#-])(-?\d*\.?\d+)rem\b/g, "calc(var(--gh-rem)*$1)");
}
