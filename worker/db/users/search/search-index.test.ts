import { describe, expect, it } from "vitest";
import { foldForSearch, searchExpression, searchName } from "./search-index";

const projectId = "89abcdef-0000-4000-8000-000000000000";

describe("foldForSearch", () => {
  it.each([
    ["ADA", "ada"],
    ["Straße", "strasse"],
    ["ΟΔΟΣ", "οδοσ"],
    ["οδος", "οδοσ"],
    ["Ǆ", "dž"],
    ["ﬁne", "fine"],
    ["Ⅳ", "iv"],
    ["e\u0301", "é"],
    ["a\0b", "ab"],
    ["\ud83d", "\ufffd"],
  ])("compares %j as %j", (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });
});

describe("searchName", () => {
  it("keeps the first 256 characters of the folded name, whole ones", () => {
    expect(searchName("Ada")).toBe("ada");
    expect(searchName(null)).toBeNull();
    expect(searchName("😀".repeat(300))).toBe("😀".repeat(256));
  });
});

describe("searchExpression", () => {
  it("is a phrase of trigrams that name the project, in hex", () => {
    expect(searchExpression(projectId, "Abcd")).toBe('"89abcdef616263 89abcdef626364"');
  });

  it("is one token for one or two characters", () => {
    expect(searchExpression(projectId, "é")).toBe('"89abcdefC3A9"');
    expect(searchExpression(projectId, "AB")).toBe('"89abcdef6162"');
  });

  it("looks for an id besides, whatever punctuation stands around it, and for lower-case version 4 ids only", () => {
    const id = "12345678-1234-4234-8234-123456789abc";
    expect(searchExpression(projectId, `<${id}>`)).toMatch(/^".+" OR "89abcdefid12345678123442348234123456789abc"$/);
    expect(searchExpression(projectId, id.toUpperCase())).not.toContain("OR");
    expect(searchExpression(projectId, id.replace("-4", "-1"))).not.toContain("OR");
  });

  it("finds nothing for what no text can hold: nothing at all, or more than 256 characters", () => {
    expect(searchExpression(projectId, "\0")).toBe('""');
    expect(searchExpression(projectId, "a".repeat(257))).toBe('""');
    expect(searchExpression(projectId, "a".repeat(256))).not.toBe('""');
  });

  // Attack: write the search engine's own language into a query.
  it.each(['" OR "', "a* NOT b", "tokens : x", "NEAR(a b, 5)", "^a + b"])("holds nothing of the text %j", (query) => {
    expect(searchExpression(projectId, query)).toMatch(/^"[0-9A-Fa-f ]+"$/);
  });
});
