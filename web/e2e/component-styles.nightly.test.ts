import { readFile } from "node:fs/promises";
import path from "node:path";
import { compile } from "@tailwindcss/node";
import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { openPage, sharedBrowser } from "./harness/browser";
import { serveKitWebsite } from "./harness/kit-website";

/** The styles of websites, which the card must look the same in. */
const websites: Record<string, () => Promise<string>> = {
  none: async () => "",
  Bootstrap: () => readFile(path.join(REPOSITORY, "node_modules/bootstrap/dist/css/bootstrap.css"), "utf8"),
  "rules for elements": async () => `
    * { color: red; letter-spacing: 2px; line-height: 3; box-sizing: content-box; margin: 3px; --tw-shadow: 0 0 9px red; }
    *::before, *::after { content: "!"; display: block; }
    body { text-align: right; text-transform: uppercase; font: italic 30px serif; word-spacing: 9px; cursor: crosshair; }
    form button { all: unset; display: block; padding: 40px; transform: rotate(3deg); }
    main form input[type] { border: 9px dashed red; float: right; background: yellow; width: 40px; }
    main section h1, main div a:link, label { font-size: 60px; text-decoration: line-through; display: table; }
    svg, svg * { fill: red; stroke: blue; width: 99px; height: 99px; opacity: 0.3; }
    :root { --gh-rem: 40px; }
    @keyframes rise { from { opacity: 0; } }`,
  Tailwind: async () => {
    const compiler = await compile('@import "tailwindcss"; @theme { --spacing: 3px; --color-accent: red; }', {
      base: REPOSITORY,
      onDependency: () => {},
    });
    return compiler.build([
      "flex",
      "p-2",
      "border",
      "shadow-xs",
      "rounded-card",
      "animate-rise",
      "text-sm",
      "bg-accent",
    ]);
  },
  "a root font size of 62.5 %": async () => "html { font-size: 62.5%; } body { font-size: 1.6rem; }",
};

describe.for(Object.entries(websites))("in a website with %s", ([, styles]) => {
  it("the sign-in card looks as in one without any, and the website keeps its own look", async ({ expect }) => {
    const { elements, card, website } = await lookProblems(await styles());
    expect(elements).toBeGreaterThan(80);
    expect({ card, website }).toEqual({ card: [], website: [] });
  });
});

it("has no class of a component that a website could have", async ({ expect }) => {
  const page = await openWebsite("");
  await showCard(page);
  const classes = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll(".gatehouse-component, .gatehouse-component *")].flatMap((e) => [...e.classList]),
    ),
  ]);
  expect(classes.length).toBeGreaterThan(30);
  expect(classes.filter((name) => !/^(gh:|gatehouse|stack-scope|lucide)/.test(name))).toEqual([]);
});

const ofCard = ".gatehouse-component *";
const ofWebsite = "html, body, main, #own, #own *";
/** Holds how the card looks in a website without any styles. */
let bare: Promise<Styled[]> | undefined;

async function bareCard(): Promise<Styled[]> {
  const page = await openWebsite("");
  await showCard(page);
  return stylesOf(page, ofCard);
}

/**
 * Returns how the sign-in card differs in a website from one without styles, and how the website differs from before it showed the card.
 */
async function lookProblems(styles: string): Promise<{ elements: number; card: string[]; website: string[] }> {
  bare ??= bareCard();
  const expected = await bare;
  const page = await openWebsite(styles);
  const before = await stylesOf(page, ofWebsite);
  await showCard(page);
  const card = differences(await stylesOf(page, ofCard), expected);
  // The page is longer, and nothing else.
  const grown = /^(block-size|height|perspective-origin|transform-origin):/;
  const website = differences(await stylesOf(page, ofWebsite), before, grown);
  return { elements: expected.length, card, website };
}

/** A page of a website with these styles and elements of its own, before it shows the card. */
async function openWebsite(styles: string): Promise<Page> {
  const html = `<!doctype html><html lang="en"><head><title>Website</title><link rel="icon" href="data:,">
    <style>${styles}</style><script type="module" src="/website.js"></script></head><body><main>
    <section id="own"><h1 class="flex">Website</h1><p class="border p-2"><a href="/">Link</a></p>
    <button class="btn btn-primary">Button</button><label>Name <input class="form-control"></label><ul><li>One</li></ul></section>
    <div id="root" style="all: initial; display: block; width: 480px"></div></main></body></html>`;
  const page = await openPage(await sharedBrowser(), await serveKitWebsite(html));
  await page.goto("/");
  await page.waitForFunction("globalThis.mount");
  return page;
}

async function showCard(page: Page): Promise<void> {
  await page.evaluate("mount()");
  await page.getByLabel("Password", { exact: true }).waitFor();
  // The card comes with an animation.
  await page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished))");
}

/** An element or pseudo-element, with every computed style as a declaration. */
type Styled = { name: string; styles: string[] };

/** The elements that a selector finds, with their pseudo-elements. */
function stylesOf(page: Page, selector: string): Promise<Styled[]> {
  return page.evaluate((selected) => {
    const styled = (element: Element, pseudo = "") => {
      const style = getComputedStyle(element, pseudo || undefined);
      // Custom properties style nothing by themselves.
      const names = [...style].filter((name) => !name.startsWith("--"));
      const styles = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return { name: `${element.outerHTML.slice(0, 60)}${pseudo}`, styles };
    };
    return [...document.querySelectorAll(selected)].flatMap((element) =>
      ["", "::before", "::after", "::placeholder"].map((pseudo) => styled(element, pseudo)),
    );
  }, selector);
}

/** Returns where two lists of styles differ, but for some properties. */
function differences(shown: Styled[], expected: Styled[], ignored?: RegExp): string[] {
  if (shown.length !== expected.length) return [`${shown.length} instead of ${expected.length} elements`];
  return shown.flatMap(({ name, styles }, index) => {
    const before = new Set(expected[index]?.styles);
    const changed = styles.filter((style) => !before.has(style) && !ignored?.test(style));
    return changed.length > 0 ? [`${name} has ${changed.slice(0, 8).join("; ")}`] : [];
  });
}
