import { describe, it } from "vitest";
import { findFolderCircles } from "./folder-circles";

/** `a/b.ts > c/d.ts` as an import. */
const imports = (...lines: string[]) =>
  lines.map((line) => {
    const [from = "", to = ""] = line.split(" > ");
    return { from, to };
  });

describe("circles between folders", () => {
  it("are found where no two files import each other", ({ expect }) => {
    expect(findFolderCircles(imports("app/a/1.ts > app/b/1.ts", "app/b/2.ts > app/a/2.ts"), ["app"])).toEqual([
      "no-folder-circles: app: app/a/1.ts → app/b/1.ts, app/b/2.ts → app/a/2.ts",
    ]);
  });

  it("are found at any depth, and between a folder and a file beside it", ({ expect }) => {
    const found = findFolderCircles(imports("app/x/y/a/1.ts > app/x/y/b.ts", "app/x/y/b.ts > app/x/y/a/2.ts"), ["app"]);
    expect(found).toEqual(["no-folder-circles: app/x/y: app/x/y/a/1.ts → app/x/y/b.ts, app/x/y/b.ts → app/x/y/a/2.ts"]);
  });

  it("are found through a third folder", ({ expect }) => {
    const lines = ["app/a/1.ts > app/b/1.ts", "app/b/1.ts > app/c/1.ts", "app/c/1.ts > app/a/1.ts"];
    expect(findFolderCircles(imports(...lines), ["app"])).toHaveLength(1);
  });

  it("are none where imports run one way, within one folder, or outside the roots", ({ expect }) => {
    const lines = ["app/a/1.ts > app/b/1.ts", "app/a/2.ts > app/b/2.ts", "app/a/1.ts > app/a/2.ts"];
    expect(findFolderCircles(imports(...lines, "lib/a/1.ts > lib/b/1.ts", "lib/b/1.ts > lib/a/1.ts"), ["app"])).toEqual(
      [],
    );
  });
});
