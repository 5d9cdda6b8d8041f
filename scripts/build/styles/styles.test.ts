import postcss, { AtRule, type Rule } from "postcss";
import { beforeAll, describe, it } from "vitest";
import { prefixClasses } from "./prefix-classes";
import { componentStylesheet } from "./stylesheet";

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
