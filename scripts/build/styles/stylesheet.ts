import { readFile } from "node:fs/promises";
import path from "node:path";
import { __unstable__loadDesignSystem, compile } from "@tailwindcss/node";
import { Features, transform } from "lightningcss";
import { REPOSITORY } from "../../dev/wrangler";
import { confine } from "./confine";

const THEME = path.join(REPOSITORY, "web/ui/theme");

/** Browsers with `light-dark()`, which is rewritten otherwise and then ignores the page's own switch. */
const TARGETS = { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) };

async function source(): Promise<string> {
  return await readFile(path.join(THEME, "components.css"), "utf8");
}

/** Whether Tailwind, with the colours and sizes of the components, has a class. */
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
