import { readFile } from "node:fs/promises";
import path from "node:path";
import { __unstable__loadDesignSystem, compile } from "@tailwindcss/node";
import { Features, transform } from "lightningcss";
import postcss, { type AtRule, type Container, type Declaration, type Root, type Rule } from "postcss";
import { REPOSITORY } from "../../platform/wrangler";

const THEME = path.join(REPOSITORY, "web/ui/theme");

/** Browsers with `light-dark()`, which is rewritten otherwise and then ignores the page's own switch. */
const TARGETS = { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) };

async function source(): Promise<string> {
  return await readFile(path.join(THEME, "components.css"), "utf8");
}

/** Tells whether Tailwind, with the colours and sizes of the components, has a class. */
export async function knownClasses(): Promise<(name: string) => boolean> {
  const design = await __unstable__loadDesignSystem(await source(), { base: THEME });
  const known = new Map<string, boolean>();
  return (name) => {
    const isKnown = known.get(name) ?? design.candidatesToCss([name])[0] != null;
    known.set(name, isKnown);
    return isKnown;
  };
}

/** The stylesheet of components with these classes: it applies to the components alone, in any website. */
export async function componentStylesheet(classes: Iterable<string>): Promise<string> {
  const compiler = await compile(await source(), { base: THEME, onDependency: () => {} });
  // In order, so that the same components always have the same stylesheet.
  const css = compiler.build([...classes].sort());
  const reset = await readFile(path.join(THEME, "reset.css"), "utf8");
  return optimized(reset + confine(optimized(css, false)), true);
}

function optimized(css: string, minify: boolean): string {
  const { code } = transform({
    filename: "components.css",
    code: Buffer.from(css),
    minify,
    targets: TARGETS,
    include: Features.Nesting,
    // So that a colour of the theme may be any that a browser knows.
    exclude: Features.LightDark,
  });
  return code.toString();
}

/** The component roots, and everything within. `:where` adds no specificity. */
const INSIDE = ":where(.gatehouse-component,.gatehouse-component *)";

/** Adds the specificity of an id, so that no rule of a website wins which has none. */
const STRONG = ":not(#gh)";

/** The root of each component. */
const ROOT = ":where(.gatehouse-component)";

/** The selectors that mean the page in a stylesheet of the site, and a component's root in a website. */
const PAGE = /^(html|:root|:host)\b/;

/**
 * Confines what Tailwind has built to components, whose roots have the class `gatehouse-component`, and makes it win
 * over a website's own rules. It has no layers, which lose to everything outside of them. It has no registered
 * properties, which hold for the whole page and are missing in shadow trees. It has no `rem`, which a website may have
 * changed, and no names of Tailwind's, which a website may have in another version.
 */
function confine(css: string): string {
  const root = postcss.parse(css);
  root.walkAtRules("property", (rule) => {
    rule.remove();
  });
  const layers = { properties: postcss.root(), theme: postcss.root(), base: postcss.root(), utilities: postcss.root() };
  root.walkAtRules("layer", (layer) => {
    const target = layers[layer.params as keyof typeof layers];
    if (target && layer.nodes) target.append(layer.nodes);
    else if (layer.nodes?.length) throw new Error(`The stylesheet has an unexpected layer: ${layer.params}`);
    layer.remove();
  });

  // Tailwind has this layer for browsers without registered properties.
  for (const supports of layers.properties.nodes) supports.replaceWith((supports as AtRule).nodes ?? []);
  confineElements(layers.properties, "");
  confineElements(layers.base, STRONG);
  layers.utilities.walkRules((rule) => strengthen(rule));
  layers.theme.walkRules((rule) => {
    rule.selector = ROOT;
  });

  const all = postcss.root();
  all.append(layers.properties.nodes, layers.theme.nodes, root.nodes, layers.base.nodes, layers.utilities.nodes);
  ownNames(all);
  return all.toString();
}

/** Makes rules for elements those of elements in a component, all of the same specificity: their order decides. */
function confineElements(container: Container, strength: string): void {
  container.walkRules((rule) => {
    const confined = rule.selectors.map((selector) => {
      const [element, pseudoElement] = splitPseudoElement(selector);
      if (PAGE.test(element)) return `${ROOT}${strength}`;
      const isAny = element === "" || element === "*";
      return `${INSIDE}${isAny ? "" : `:where(${element})`}${strength}${pseudoElement}`;
    });
    rule.selectors = [...new Set(confined)];
    if (rule.selector !== `${ROOT}${strength}`) return;
    // Components have the font of the website, unless a theme has another.
    rule.walkDecls("font-family", (declaration) => {
      declaration.remove();
    });
  });
}

function strengthen(rule: Rule): void {
  if (rule.parent?.type === "atrule" && /keyframes$/.test((rule.parent as AtRule).name)) return;
  rule.selectors = rule.selectors.map((selector) => {
    const [element, pseudoElement] = splitPseudoElement(selector);
    return `${element}${STRONG}${pseudoElement}`;
  });
}

function ownNames(root: Root): void {
  const animations = new Set<string>();
  root.walkAtRules(/keyframes$/, (rule) => {
    animations.add(rule.params);
    rule.params = `gh-${rule.params}`;
  });
  const animation = new RegExp(`(?<![\\w-])(${[...animations].join("|")})(?![\\w-])`, "g");
  root.walkDecls((declaration: Declaration) => {
    declaration.prop = declaration.prop.replace("--tw-", "--gh-tw-");
    let value = declaration.value
      .replaceAll("--tw-", "--gh-tw-")
      .replace(/(-?\d*\.?\d+)rem\b/g, "calc($1 * var(--gh-rem))");
    if (animations.size > 0 && /animat(e|ion)/.test(declaration.prop)) value = value.replace(animation, "gh-$1");
    declaration.value = value;
  });
}

/** Cuts a selector before its pseudo-element; the colons in Tailwind's class names are escaped. */
function splitPseudoElement(selector: string): [element: string, pseudoElement: string] {
  const at = selector.search(/(?<!\\)::|(?<!\\):(before|after)\b/);
  return at < 0 ? [selector, ""] : [selector.slice(0, at), selector.slice(at)];
}
