import { transformSync } from "@swc/core";
import { describe, it } from "vitest";
import { english } from "../../translation/english";
import {
  newEmail,
  previewSource,
  previewTheme,
  problemsOf,
  requestOf,
  userIdsIn,
  variablesOf,
  withUsers,
} from "./written-email";

const ada = { id: "u1", name: "Ada", email: "ada@example.com" };
const nothing = { templates: [], drafts: [] };

describe("an email to users", () => {
  it("is sent as what it was made of, to whom it was made for", ({ expect }) => {
    const html = { ...newEmail, users: [ada], html: "<p>Hi</p>", subject: " News ", themeId: false as const };
    expect(requestOf(html)).toEqual({
      user_ids: ["u1"],
      html: "<p>Hi</p>",
      subject: "News",
      theme_id: false,
      notification_category_name: "Transactional",
    });
    const template = { ...newEmail, audience: "all" as const, kind: "template" as const, templateId: "t" };
    expect(requestOf({ ...template, users: [ada], variables: '{"count":2}', category: "Marketing" })).toEqual({
      all_users: true,
      template_id: "t",
      variables: { count: 2 },
      notification_category_name: "Marketing",
    });
    expect(requestOf({ ...newEmail, users: [ada], kind: "draft", draftId: "d" })).toMatchObject({ draft_id: "d" });
  });

  it("says what is missing, of what it is made of alone", ({ expect }) => {
    expect(Object.keys(problemsOf(newEmail, english))).toEqual(["users", "html", "subject"]);
    const template = { ...newEmail, users: [ada], kind: "template" as const, variables: "{" };
    expect(Object.keys(problemsOf(template, english))).toEqual(["templateId", "variables"]);
    expect(problemsOf({ ...newEmail, audience: "all", kind: "draft", draftId: "d" }, english)).toEqual({});
  });

  it("takes an object of variables without null", ({ expect }) => {
    expect(variablesOf('{"a":[null]}')).toEqual({ a: [null] });
    for (const text of ['{"a":null}', "[]", "null", "1", "", "{"]) expect(variablesOf(text)).toBeUndefined();
  });

  it("is previewed as the HTML that it is", ({ expect }) => {
    // Attack: HTML that ends the text it stands in, so that the preview runs what a pasted email says.
    const html = "`});evil();({__html:`</div>$\u007bevil()}\u2028\"'\\";
    const source = previewSource({ ...newEmail, html, subject: '"/><script>' }, nothing) ?? "";
    const { code } = transformSync(source, {
      jsc: { parser: { syntax: "typescript", tsx: true }, transform: { react: { runtime: "automatic" } } },
    });
    expect(code.replace(/__html: "(?:[^"\\]|\\.)*"/s, "")).not.toContain("evil");
  });

  it("is previewed in the draft's own theme, unless it has another", ({ expect }) => {
    const drafts = [{ id: "d", displayName: "D", tsxSource: "d", themeId: "own", sentAt: null }];
    const email = { ...newEmail, kind: "draft" as const, draftId: "d" };
    expect(previewTheme(email, drafts)).toBe("own");
    expect(previewTheme({ ...email, themeId: false }, drafts)).toBe(false);
    expect(previewSource(email, { templates: [], drafts })).toBe("d");
  });
});

describe("the recipients of an email", () => {
  const id = "0b3a4c1e-8a51-4f7e-9f6b-6a1f0d0c1a2b";

  it("are the ids of a pasted list, each once", ({ expect }) => {
    expect(userIdsIn(`${id},\n${id.toUpperCase()}; `)).toEqual([id]);
    expect(userIdsIn(`${id} Ada`)).toEqual([]);
    expect(userIdsIn("")).toEqual([]);
  });

  it("are each there once, as well known as they can be", ({ expect }) => {
    const stranger = { id: "u1", name: null, email: undefined };
    expect(withUsers([stranger], [ada])).toEqual([ada]);
    expect(withUsers([ada], [stranger, { ...ada, id: "u2" }])).toEqual([ada, { ...ada, id: "u2" }]);
  });
});
