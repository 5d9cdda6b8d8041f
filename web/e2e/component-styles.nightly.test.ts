import { compile } from "@tailwindcss/node";
import { describe, it } from "vitest";
import { REPOSITORY } from "../../scripts/dev/wrangler";
import { lookProblems } from "./harness/component-styles";

/** The styles of further websites, which the card must look the same in. */
const websites: Record<string, () => Promise<string>> = {
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
