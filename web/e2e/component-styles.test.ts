import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { compile } from "@tailwindcss/node";
import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, it, onTestFinished } from "vitest";
import { forProduction } from "../../scripts/build/production";
import { componentStyles } from "../../scripts/build/styles/plugin";
import { REPOSITORY } from "../../scripts/dev/wrangler";
import { findFreePorts } from "../../scripts/testing/free-ports";
import { startProject } from "../kit/testing/project-under-test";
import { sharedBrowser } from "./harness/browser";
import { openPage } from "./harness/open-page";

const suite = startProject();
const browser = await sharedBrowser();
/** The scripts of a website that shows the sign-in card of the kit, by file name. */
let scripts: Map<string, string>;

beforeAll(async () => {
  scripts = await buildWebsite();
});

const entry = "website-with-sign-in";

/** Bundles the components for a website as the kit's build does; `mount(options)` shows them. */
async function buildWebsite(): Promise<Map<string, string>> {
  const { output } = (await forProduction(() =>
    build({
      configFile: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      plugins: [
        {
          name: "website",
          enforce: "pre",
          resolveId: (id) => (id === entry ? path.join(REPOSITORY, `web/react/${entry}.tsx`) : undefined),
          load: (id) => (id.endsWith(`${entry}.tsx`) ? website : undefined),
        },
        componentStyles(),
      ],
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input: entry, output: { entryFileNames: "website.js" } },
      },
    }),
  )) as Rolldown.RolldownOutput;
  return new Map(output.flatMap((file) => (file.type === "chunk" ? [[`/${file.fileName}`, file.code] as const] : [])));
}

const website = `
import { createRoot } from "react-dom/client";
import { GatehouseClientApp } from "../kit";
import { GatehouseHandler, GatehouseProvider, GatehouseTheme } from ".";
const theme = { font: "system" };
globalThis.mount = (options) => createRoot(document.getElementById("root")).render(
  <GatehouseTheme theme={theme} scheme="light">
    <p className="flex p-2 border">Of the website</p>
    <GatehouseProvider app={new GatehouseClientApp({ ...options, tokenStore: "memory", redirectMethod: "none" })}>
      <GatehouseHandler location="/handler/sign-in" />
    </GatehouseProvider>
  </GatehouseTheme>,
);
`;

/** The styles of websites, which the card must look the same in. */
const websites: Record<string, () => Promise<string>> = {
  none: async () => "",
  Bootstrap: () => readFile(path.join(REPOSITORY, "node_modules/bootstrap/dist/css/bootstrap.css"), "utf8"),
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
  "a root font size of 62.5 %": async () => "html { font-size: 62.5%; } body { font-size: 1.6rem; }",
};

/** A page of a website with these styles and elements of its own, before it shows the card. */
async function openWebsite(styles: string): Promise<Page> {
  const html = `<!doctype html><html lang="en"><head><title>Website</title><link rel="icon" href="data:,">
    <style>${styles}</style><script type="module" src="/website.js"></script></head><body><main>
    <section id="own"><h1 class="flex">Website</h1><p class="border p-2"><a href="/">Link</a></p>
    <button class="btn btn-primary">Button</button><label>Name <input class="form-control"></label><ul><li>One</li></ul></section>
    <div id="root" style="all: initial; display: block; width: 480px"></div></main></body></html>`;
  const [port = 0] = await findFreePorts(1);
  const server = createServer((request, response) => {
    const script = scripts.get(new URL(request.url ?? "/", "http://localhost").pathname);
    response.setHeader("content-type", `text/${script ? "javascript" : "html"}; charset=utf-8`);
    response.end(script ?? html);
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  onTestFinished(() => void server.close());
  const page = await openPage(browser, `http://localhost:${port}`);
  await page.goto("/");
  await page.waitForFunction("globalThis.mount");
  return page;
}

async function showCard(page: Page): Promise<void> {
  await page.evaluate(`mount(${JSON.stringify(suite.project.options)})`);
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

describe.for(Object.entries(websites).slice(1))("in a website with %s", ([, styles]) => {
  it("the sign-in card looks as in one without any styles", async ({ expect }) => {
    const bare = await openWebsite("");
    await showCard(bare);
    const expected = await stylesOf(bare, ".gatehouse-component *");
    expect(expected.length).toBeGreaterThan(80);

    const page = await openWebsite(await styles());
    await showCard(page);
    const shown = await stylesOf(page, ".gatehouse-component *");
    expect(differences(shown, expected)).toEqual([]);
  });
});

describe.for(Object.entries(websites))("a website with %s", ([, styles]) => {
  it("keeps its own look when it shows the card", async ({ expect }) => {
    const page = await openWebsite(await styles());
    const own = "html, body, main, #own, #own *";
    const before = await stylesOf(page, own);
    await showCard(page);
    // The page is longer, and nothing else.
    const grown = /^(block-size|height|perspective-origin|transform-origin):/;
    expect(differences(await stylesOf(page, own), before, grown)).toEqual([]);
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

/** Where two lists of styles differ, but for some properties. */
function differences(shown: Styled[], expected: Styled[], ignored?: RegExp): string[] {
  if (shown.length !== expected.length) return [`${shown.length} instead of ${expected.length} elements`];
  return shown.flatMap(({ name, styles }, index) => {
    const before = new Set(expected[index]?.styles);
    const changed = styles.filter((style) => !before.has(style) && !ignored?.test(style));
    return changed.length > 0 ? [`${name} has ${changed.slice(0, 8).join("; ")}`] : [];
  });
}
