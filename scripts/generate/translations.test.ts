import { globSync, readFileSync } from "node:fs";
import { describe, it } from "vitest";
import messages from "../../web/ui/translation/messages.json" with { type: "json" };

const source = globSync("web/{ui,react}/**/*.{ts,tsx}", {
  exclude: ["**/*.test.*", "web/ui/translation/catalogues/**"],
})
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

describe("messages.json", () => {
  it("lists no message that no page shows", ({ expect }) => {
    expect(Object.keys(messages).filter((message) => !source.includes(JSON.stringify(message)))).toEqual([]);
  });

  it("is in alphabetical order, so that each message has one place", ({ expect }) => {
    const inOrder = Object.keys(messages).toSorted((one, other) => one.localeCompare(other, "en"));
    expect(Object.keys(messages)).toEqual(inOrder);
  });
});
