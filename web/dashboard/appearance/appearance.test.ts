import { describe, it } from "vitest";
import { english } from "../translation/english";
import {
  checkAddress,
  checkColour,
  checkLogo,
  checkOwnText,
  checkSupport,
  findTexts,
  formOf,
  overrideOf,
  signInFirst,
  textsSetting,
} from "./appearance-form";

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

describe("checkOwnText", () => {
  it.for([
    ["Sign in", "Log in"],
    ["Welcome, {name}", "Hello {name}, and again {name}"],
    ["Welcome, {name}", "Hello"],
    ["{count, plural, one {# person} other {# people}}", "{count, plural, one {# member} other {# members}}"],
    ["Or <link>sign in</link>", "<link>Log in</link>"],
  ] as const)("%s: %s can replace it", ([original, text], { expect }) => {
    expect(checkOwnText(original, text, english)).toBe(true);
  });

  it.for([
    ["Sign in", " ", "Write the text, or remove the row."],
    ["Sign in", "x".repeat(1_001), "Use at most 1000 characters."],
    ["Sign in", "Log in, {name}", "The original text has no {name}."],
    ["Welcome, {name}", "Hello {nmae}", "The original text has no {nmae}, only {name}."],
    ["Or <link>sign in</link>", "Or <b>sign in</b>", "The original text has no <b>, only <link>."],
  ] as const)("%s: %.30s cannot", ([original, text, why], { expect }) => {
    expect(checkOwnText(original, text, english)).toBe(why);
  });
});

describe("findTexts", () => {
  it("has the texts with all words, those that begin with the search first", ({ expect }) => {
    const texts = ["Cannot sign in", "Sign in", "Sign out", "Cancel"];
    expect(findTexts(texts, "sign IN ")).toEqual(["Sign in", "Cannot sign in"]);
    expect(findTexts(texts, "in cannot")).toEqual(["Cannot sign in"]);
    expect(findTexts(texts, "")).toEqual(texts);
  });
});

describe("signInFirst", () => {
  it("has the texts of the sign-in page that are there first, in their order there, and then the others", ({
    expect,
  }) => {
    expect(signInFirst([": met", "Email", "Sign in", "Zoom"])).toEqual(["Sign in", "Email", ": met", "Zoom"]);
  });
});

describe("textsSetting", () => {
  it("names each text by its place, trimmed", ({ expect }) => {
    expect(textsSetting([{ original: "Sign in", text: " Log in " }])).toEqual({
      text_0: { original: "Sign in", text: "Log in" },
    });
  });
});
