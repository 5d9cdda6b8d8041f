import { readFileSync } from "node:fs";
import path from "node:path";
import postcss, { AtRule, type Rule } from "postcss";
import { beforeAll, describe, expect, it } from "vitest";
import canadian from "../../web/ui/translation/catalogues/pages/fr-CA.json";
import french from "../../web/ui/translation/catalogues/pages/fr-FR.json";
import { messageId } from "../../web/ui/translation/message-id";
import list from "../../web/ui/translation/messages.json";
import { REPOSITORY } from "../platform/wrangler";
import { isNotCounted } from "./components-size";
import { DEPENDENCIES } from "./package/entries";
import { kitManifest } from "./package/manifest";
import { shadowStyle } from "./shadow-styles";
import { prefixClasses } from "./styles/prefix-classes";
import { componentStylesheet } from "./styles/stylesheet";

const known = new Set(
  ["flex", "hidden", "p-2", "text-danger", "sm:hover:p-2", "peer-checked:p-2"].map((name) => `gh:${name}`),
);
const prefixed = (code: string) => prefixClasses(code, "part.tsx", (name) => known.has(name))?.code;

describe("prefixClasses", () => {
  it.for([
    ['<p className="flex sm:hover:p-2" />', '<p className="gh:flex gh:sm:hover:p-2" />'],
    ['<p className={isShown ? "flex" : "hidden"} />', '<p className={isShown ? "gh:flex" : "gh:hidden"} />'],
    ['<Part iconClassName={isShown && "flex"} />', '<Part iconClassName={isShown && "gh:flex"} />'],
    [`<p className={\`flex \${other} p-2\`} />`, `<p className={\`gh:flex \${other} gh:p-2\`} />`],
    ['classNames("flex", isShown && "hidden", className)', 'classNames("gh:flex", isShown && "gh:hidden", className)'],
    ['const panelClasses = "flex";', 'const panelClasses = "gh:flex";'],
    ['const tones = { danger: "text-danger" } as const;', 'const tones = { danger: "gh:text-danger" } as const;'],
    ['<p className="peer flex peer-checked:p-2" />', '<p className="gh:peer gh:flex gh:peer-checked:p-2" />'],
    ['<p className="gatehouse stack-scope flex" />', '<p className="gatehouse stack-scope gh:flex" />'],
  ] as const)("prefixes the classes of %s", ([code, expected], { expect }) => {
    expect(prefixed(code)).toBe(expected);
  });

  it.for([
    'import part from "p-2";',
    '<input type="hidden" name="flex" />',
    '<p className={type === "hidden" ? undefined : given} />',
    '<p className={state["flex"] || given} />',
    'type Layout = "flex" | "p-2";',
    'const text = "flex";',
    'const text = "Choose p-2";',
  ])("leaves %s as it is", (code, { expect }) => {
    expect(prefixed(code)).toBeUndefined();
  });

  it("refuses a class name attribute with a class that Tailwind does not have", ({ expect }) => {
    expect(() => prefixed('<p className="flex text-dangre" />')).toThrow(
      "Tailwind does not have text-dangre: part.tsx",
    );
  });
});

const CLASSES = ["gh:flex", "gh:p-2", "gh:text-sm", "gh:shadow-xs", "gh:animate-rise", "gh:placeholder:text-ink-soft"];

let stylesheet: string;
/** All rules, but the steps of animations. */
let rules: Rule[];

beforeAll(async () => {
  stylesheet = await componentStylesheet(CLASSES);
  rules = [];
  postcss.parse(stylesheet).walkRules((rule) => {
    if (!(rule.parent instanceof AtRule && rule.parent.name === "keyframes")) rules.push(rule);
  });
});

describe("the stylesheet of the components", () => {
  it("has rules for its classes, its tokens and what is inside components, and no others", ({ expect }) => {
    const selectors = rules.flatMap((rule) => rule.selectors);
    expect(selectors.length).toBeGreaterThan(30);
    const isConfined = /^(:where\()?\.gh\\:|^:where\(\.gatehouse(-component|\))|\.gatehouse(\[[^\]]+\])?$/;
    expect(selectors.filter((selector) => !isConfined.test(selector))).toEqual([]);
  });

  it("gives every rule but those of variables the specificity of an id", ({ expect }) => {
    const weak = rules.filter(({ selector }) => !selector.includes(":not(#gh"));
    expect(weak.length).toBeGreaterThan(0);
    for (const { nodes } of weak) {
      for (const node of nodes) expect(String(node)).toMatch(/^(--gh-|color-scheme:)/);
    }
  });

  it("names nothing for the whole page as Tailwind does, and depends on no size of it", ({ expect }) => {
    expect(stylesheet).not.toContain("--tw-");
    expect(stylesheet).not.toContain("@layer");
    expect(stylesheet).not.toMatch(/\drem\b/);
    expect([...stylesheet.matchAll(/@property (\S+?)\{/g)].map(([, name]) => name)).toEqual(["--gh-rem"]);
    expect([...stylesheet.matchAll(/@keyframes (\S+?)\{/g)].map(([, name]) => name)).toEqual(["gh-rise"]);
    expect(stylesheet).toContain("--gh-animate-rise:gh-rise ");
  });

  it("is the same whatever the order in which classes are found", async ({ expect }) => {
    expect(await componentStylesheet(CLASSES.toReversed())).toBe(stylesheet);
  });
});

/** Returns what a catalogue has as a module, which has ids in the place of messages. */
function textIn(catalogue: object, message: string): unknown {
  return new Map(Object.entries(catalogue)).get(messageId(message));
}

describe("a catalogue as a module", () => {
  it("has the translations of its messages by their ids", ({ expect }) => {
    expect(textIn(french, "Add an email")).toBe("Ajouter une adresse e-mail");
    expect(french).not.toHaveProperty("Add an email");
  });

  it("of pages has the texts of the components as well", ({ expect }) => {
    expect(textIn(french, "Cancel")).toBe("Annuler");
  });

  it("of a variant has the rest from the language that it is a variant of", ({ expect }) => {
    expect(textIn(canadian, "Add an email")).toBe("Ajouter une adresse courriel");
    expect(textIn(canadian, "Delete the team?")).toBe("Supprimer l’équipe?");
    expect(textIn(canadian, "Cancel")).toBe("Annuler");
    expect(Object.keys(canadian)).toHaveLength(Object.keys(french).length);
  });

  it("of the list has all ids, without the notes for translators", ({ expect }) => {
    expect(textIn(list, "Sign in")).toBe("");
    expect(new Set(Object.values(list))).toEqual(new Set([""]));
    expect(Object.keys(list).toSorted()).toEqual(Object.keys(french).toSorted());
  });
});

it.each(["/home/user/gatehouse", "/home/kit", "/kit/ui"])(
  "counts components and libraries, and neither React nor the core, in a clone at %s",
  (clone) => {
    const kit = `${clone}/dist/kit`;
    const isCounted = (id: string) => !isNotCounted(id, kit);
    for (const id of [`${kit}/react/index.js`, `${kit}/ui/forms/select.js`, `${clone}/node_modules/jose/index.js`]) {
      expect(isCounted(id), id).toBe(true);
    }
    for (const id of [`${kit}/kit/core.js`, `${kit}/contracts/errors.js`, "react", "react-dom/client"]) {
      expect(isCounted(id), id).toBe(false);
    }
    // What is relative is asked for again when it is resolved.
    expect(isCounted("../kit/core.js")).toBe(true);
  },
);

describe("shadowStyle", () => {
  it.for([
    [":root,:host{--a:1}", ".gatehouse-root{--a:1}"],
    ["html,:host{line-height:1.5}", ".gatehouse-root{line-height:1.5}"],
    ["@layer base{body{margin:0}}", "@layer base{.gatehouse-root{margin:0}}"],
    // The page around has its own.
    [":host([hidden]){display:none}", ":host([hidden]){display:none}"],
    [".gatehouse:not(html){color:red}", ".gatehouse:not(html){color:red}"],
    [".body{color:red}", ".body{color:red}"],
  ])("rules for the root of a page are for the root of the content: %s", ([css = "", expected], { expect }) => {
    expect(shadowStyle(css)).toBe(expected);
  });

  it.for([
    ["a{padding:.5rem -1rem}", "a{padding:calc(var(--gh-rem)*.5) calc(var(--gh-rem)*-1)}"],
    ["a{width:calc(100% - 3rem)}", "a{width:calc(100% - calc(var(--gh-rem)*3))}"],
    // This is what the user has set in the browser, there as well.
    ["@media (width>=40rem){a{top:1rem}}", "@media (width>=40rem){a{top:calc(var(--gh-rem)*1)}}"],
    [".w-\\[13rem\\]{width:13rem}", ".w-\\[13rem\\]{width:calc(var(--gh-rem)*13)}"],
    ["a{color:var(--x-2rem)}", "a{color:var(--x-2rem)}"],
  ])("sizes do not depend on the page's font size: %s", ([css = "", expected], { expect }) => {
    expect(shadowStyle(css)).toBe(expected);
  });

  it("initial values are declared, since a shadow root registers no property", ({ expect }) => {
    const css =
      '@layer properties{@supports (not (color:rgb(from red r g b))){*,:before{--tw-a:initial;--tw-b:solid}}}@property --tw-a{syntax:"*";inherits:false}@property --tw-b{syntax:"*";inherits:false;initial-value:solid}a{top:0}';
    expect(shadowStyle(css)).toBe("@layer properties{*,:before{--tw-a:initial;--tw-b:solid}}a{top:0}");
  });
});

interface Manifest {
  engines?: { node?: string };
  dependencies?: Record<string, string>;
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(path.join(REPOSITORY, "node_modules", name, "package.json"), "utf8"));

/** The packages, and what is installed along with them. */
function withDependencies(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withDependencies(Object.keys(manifestOf(name).dependencies ?? {}), found);
  }
  return found;
}

/** The oldest version that a range such as `>=20.19` or `^18 || >=20` takes, as a number. */
function oldestOf(range = ">=0"): number {
  const [, major = "0", minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(range) ?? [];
  return Number(major) * 1_000 + Number(minor);
}

it("the kit needs no newer Node than it says: npm warns of none of what is installed with it", async ({ expect }) => {
  const { engines } = await kitManifest();
  const newer = [...withDependencies(DEPENDENCIES)].filter(
    (name) => oldestOf(manifestOf(name).engines?.node) > oldestOf(engines.node),
  );
  expect(newer).toEqual([]);
});
