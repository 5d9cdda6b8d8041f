import { describe, it } from "vitest";
import { english } from "../translation/english";
import { checkOwnText, findTexts, signInFirst, textsSetting } from "./own-texts";

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
