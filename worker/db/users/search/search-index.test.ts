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

  it("also searches for an id, with any punctuation around it, for lower-case version 4 ids only", () => {
    const id = "12345678-1234-4234-8234-123456789abc";
    expect(searchExpression(projectId, `<${id}>`)).toMatch(/^".+" OR "89abcdefid12345678123442348234123456789abc"$/);
    expect(searchExpression(projectId, id.toUpperCase())).not.toContain("OR");
    expect(searchExpression(projectId, id.replace("-4", "-1"))).not.toContain("OR");
  });

  it("is empty for a text without searchable characters and for more than 256", () => {
    expect(searchExpression(projectId, "\0")).toBe('""');
    expect(searchExpression(projectId, "a".repeat(257))).toBe('""');
    expect(searchExpression(projectId, "a".repeat(256))).not.toBe('""');
  });

  // Evidence: searches-look-for-short-phrases
  // Attack: names repeat one character, and so does the query, which none of them has. Every trigram is looked for at every place of every
  // name. A search of 3,000 users holds the database for seconds, and reads three rows.
  it("looks for the first sixteen characters of a longer query", () => {
    const [first, whole] = [searchExpression(projectId, "a".repeat(16)), searchExpression(projectId, "a".repeat(256))];
    expect(whole).toBe(first);
    expect(first.split(" ")).toHaveLength(14);
  });

  // Attack: inject the operators of the search engine.
  it.each(['" OR "', "a* NOT b", "tokens : x", "NEAR(a b, 5)", "^a + b"])(
    "contains nothing of the text %j",
    (query) => {
      expect(searchExpression(projectId, query)).toMatch(/^"[0-9A-Fa-f ]+"$/);
    },
  );
});
