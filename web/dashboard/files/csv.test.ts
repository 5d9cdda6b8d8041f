import { describe, it } from "vitest";
import { parseCsv, toCsv } from "./csv";

describe("CSV", () => {
  it("comes back as it was written, whatever the texts hold", ({ expect }) => {
    const rows = [
      ["name", "note"],
      ['Ada "Countess" Lovelace', "two\r\nlines, and a comma"],
      ["", "'quoted'"],
      ["=1+1", "+49 30 1234"],
    ];
    expect(parseCsv(toCsv(rows))).toEqual(rows);
  });

  // Attack: a user names themselves a formula, which the owner's spreadsheet runs.
  it("has no text that a spreadsheet takes for a formula", ({ expect }) => {
    const attacks = ['=HYPERLINK("https://evil.test")', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"];
    for (const attack of attacks) expect(toCsv([[attack]])).toMatch(/^"?'/);
  });

  // Attack: the same, of a spreadsheet that splits lines at semicolons or tabs whatever the commas say.
  it("has no formula after a semicolon or a tab within a text", ({ expect }) => {
    for (const attack of ["Ada;=1+1", "Ada; =1+1", "Ada\t+1", "Ada;@SUM(A1);=2"]) {
      const rows = [
        ["id", "name", "email", "note"],
        ["x", attack, "", ""],
      ];
      const written = toCsv(rows);
      expect(written.split(/[;\t\n]/).filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
      expect(parseCsv(written)).toEqual(rows);
    }
    expect(toCsv([["＝1+1"]])).toMatch(/^'/);
  });

  it("is read with semicolons, tabs and a byte order mark, without empty lines", ({ expect }) => {
    expect(parseCsv("\uFEFFname;email\n\nAda;ada@a.test\n;\n")).toEqual([
      ["name", "email"],
      ["Ada", "ada@a.test"],
    ]);
    expect(parseCsv("name\temail\r\nAda\t")).toEqual([
      ["name", "email"],
      ["Ada", ""],
    ]);
  });

  it("is refused when a quoted cell does not end", ({ expect }) => {
    expect(() => parseCsv('name\n"Ada')).toThrow("does not end");
  });
});
