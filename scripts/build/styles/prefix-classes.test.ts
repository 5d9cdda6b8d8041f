import { describe, it } from "vitest";
import { prefixClasses } from "./prefix-classes";

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
