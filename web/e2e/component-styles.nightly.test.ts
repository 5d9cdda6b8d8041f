import { readFile } from "node:fs/promises";
import path from "node:path";
import { compile } from "@tailwindcss/node";
import { describe, it } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";
import { lookProblems, openWebsite, showCard } from "./harness/component-styles";

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
