import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "vitest";
import { REPOSITORY } from "../platform/wrangler";

// Not beside the components: Tailwind would make styles of the classes that this refuses.

const WEB = path.join(REPOSITORY, "web");

const physical =
  /(?<=["'`\s:!-])(?:(?:(?:scroll-)?[mp][lr]|left|right|translate-x|space-x|divide-x)-(?:\d|auto|full|px|\[)[^\s"'`]*|(?:rounded-(?:[lr]|[tb][lr])|border-[lr])(?:-[\w[\]]+)?(?=["'`\s])|(?:text|float|clear|origin(?:-top|-bottom)?)-(?:left|right)(?=["'`\s]))/g;

/** These stay: the library places menus by distances from the left, and a switch turns its own way back. */
const placedFromTheLeft = [
  "ui/forms/switch.tsx: translate-x-4.5",
  "ui/forms/switch.tsx: translate-x-4.5",
  "ui/overlays/dropdown-menu.tsx: left-0",
  "ui/overlays/dropdown-menu.tsx: right-auto",
];

describe("components", () => {
  it("have classes that follow the direction of the language, such as ms-2 and text-start", ({ expect }) => {
    const files = globSync("{ui,react,site,embed}/**/*.{ts,tsx}", { cwd: WEB, exclude: ["**/*.test.{ts,tsx}"] });
    const found = files.flatMap((file) =>
      (readFileSync(path.join(WEB, file), "utf8").match(physical) ?? []).map((name) => `${file}: ${name}`),
    );
    expect(files.length).toBeGreaterThan(150);
    expect(found.toSorted()).toEqual(placedFromTheLeft);
    const refused = "ml-2 sm:-mr-1 pl-[3px] left-1/2 border-l-2 rounded-tr text-left hover:translate-x-1";
    expect(` ${refused} `.match(physical)).toHaveLength(8);
  });

  it("have icons that point along a line, and turn where the language is written from right to left", ({ expect }) => {
    const files = globSync("{ui,react,site,embed}/**/*.tsx", { cwd: WEB, exclude: ["**/*.test.tsx"] });
    const pointing = /<(?:(?:Arrow|Chevron)(?:Left|Right)|LogOut)Icon(?![^>]*rtl:-scale-x-100)/;
    expect(files.filter((file) => pointing.test(readFileSync(path.join(WEB, file), "utf8")))).toEqual([]);
  });
});
