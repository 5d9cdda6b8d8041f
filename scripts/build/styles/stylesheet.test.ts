import postcss, { AtRule, type Rule } from "postcss";
import { beforeAll, describe, it } from "vitest";
import { componentStylesheet } from "./stylesheet";

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
