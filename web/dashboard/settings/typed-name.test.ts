import { describe, it } from "vitest";
import { typedName } from "./typed-name";

describe("typedName", () => {
  it("is the name with the spaces that show", ({ expect }) => {
    expect(typedName(" My  shop ")).toBe("My shop");
    expect(typedName("Bäckerei Müller")).toBe("Bäckerei Müller");
  });

  it("is none where it cannot be typed as it shows", ({ expect }) => {
    for (const name of [" ", "x".repeat(61), "shop\u200b", "\u202eposh", "sho\u0301p"]) {
      expect(typedName(name)).toBeUndefined();
    }
  });
});
