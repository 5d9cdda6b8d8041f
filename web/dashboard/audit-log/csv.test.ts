import { describe, it } from "vitest";
import { csvOf } from "./csv";

describe("CSV", () => {
  it("quotes commas, quotes and line breaks, and writes objects as JSON", ({ expect }) => {
    expect(csvOf([["a,b", 'say "hi"', "one\ntwo", { a: 1 }, null, undefined, -1, true]])).toBe(
      '"a,b","say ""hi""","one\ntwo","{""a"":1}",,,-1,true\r\n',
    );
  });

  it("has no cell that a spreadsheet runs", ({ expect }) => {
    // Attack: a user's browser calls itself a formula, which sends the owner's sheet elsewhere once the export is opened.
    const cells = ['=HYPERLINK("https://evil.example")', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"];
    for (const cell of cells) expect(csvOf([[cell]]).replace(/^"/, "")).toMatch(/^'/);
  });
});
