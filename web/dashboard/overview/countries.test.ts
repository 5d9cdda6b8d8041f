import { describe, it } from "vitest";
import { countryFlag, countryName } from "./countries";

describe("a country", () => {
  it("has its name in the language of the reader, and its flag", ({ expect }) => {
    expect([countryName("DE", "en-US"), countryName("DE", "de-DE"), countryFlag("DE")]).toEqual([
      "Germany",
      "Deutschland",
      "🇩🇪",
    ]);
  });

  it("is named by its code, without a flag, where the network has a code of its own", ({ expect }) => {
    expect([countryName("T1", "en-US"), countryFlag("T1")]).toEqual(["T1", ""]);
  });
});
