import { describe, it } from "vitest";
import { english } from "../translation/english";
import { checkAddress, checkColour, checkLogo, checkSupport, formOf, overrideOf } from "./appearance-form";

const nothing = {
  accentColor: null,
  radius: null,
  font: null,
  logoUrl: null,
  logoDarkUrl: null,
  homeUrl: null,
  termsUrl: null,
  privacyUrl: null,
  supportUrl: null,
  texts: {},
} as const;

describe("overrideOf", () => {
  it("has the changed settings only, trimmed, and null for those that were emptied or are the default", ({
    expect,
  }) => {
    const saved = formOf({ ...nothing, accentColor: "#112233", radius: "large", termsUrl: "https://a.example/terms" });
    const form = { ...saved, accentColor: "", radius: "medium", homeUrl: " https://a.example " } as const;
    expect(overrideOf(form, saved)).toEqual({
      "appearance.accentColor": null,
      "appearance.radius": null,
      "appearance.homeUrl": "https://a.example",
    });
    expect(overrideOf(saved, saved)).toEqual({});
  });

  it("has all own texts, where one of them was changed", ({ expect }) => {
    const saved = formOf({ ...nothing, texts: { "Sign in": "Log in" } });
    const texts = [...saved.texts, { original: "Email", text: "Address" }];
    expect(overrideOf({ ...saved, texts }, saved)).toEqual({
      "appearance.texts": {
        text_0: { original: "Sign in", text: "Log in" },
        text_1: { original: "Email", text: "Address" },
      },
    });
    expect(overrideOf({ ...saved, texts: [] }, saved)).toEqual({ "appearance.texts": {} });
  });
});

describe("the checks before saving", () => {
  it.for([
    [checkColour, ["", "#1f5f4f", "#ABCDEF"], ["red", "#fff", "#1f5f4f;"]],
    [checkAddress, ["", "https://a.example/x", " http://localhost:3000 "], ["a.example", "javascript:alert(1)"]],
    [checkSupport, ["", "https://a.example", "mailto:help@a.example"], ["help@a.example", "mailto:a@b?bcc=c@d"]],
    [checkLogo, ["", "https://a.example/l.svg", "data:image/png;base64,AA"], ["data:text/html,x", "logo.png"]],
  ] as const)("%o", ([check, accepted, refused], { expect }) => {
    expect(accepted.map((text) => check(text, english))).toEqual(accepted.map(() => true));
    for (const text of refused) expect(check(text, english)).toMatch(/\.$/);
  });
});
