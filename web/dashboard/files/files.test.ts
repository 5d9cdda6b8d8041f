import { describe, it } from "vitest";
import { fc } from "../../../scripts/testing/property-testing";
import type { Json } from "../../kit/index";
import { parseCsv, toCsv } from "./csv";
import { readableJson } from "./readable-json";

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

  it("has no formula after the end of a line within a text", ({ expect }) => {
    // Attack: the same, where quotes within a line are no quotes: a name of two lines, of which the second is a formula.
    for (const attack of ["Ada\n=1+1", "Ada\r\n=1+1", "Ada\n +1", "Ada\r@SUM(A1)"]) {
      const rows = [
        ["id", "name", "email", "note"],
        ["x", attack, "", ""],
      ];
      const written = toCsv(rows);
      expect(written.split(/[\r\n]/).filter((line) => /^\s*[=+\-@]/.test(line))).toEqual([]);
      expect(parseCsv(written)).toEqual(rows);
    }
  });

  // Evidence: has-formula-behind-quotes-invisible-characters
  it("has no formula behind quotes or invisible characters within a text", ({ expect }) => {
    // Attack: the same, with something before the formula that a reader leaves out. It may be a quote, which is doubled in the
    // file and there begins and ends an empty quotation. It may also be characters without a width.
    const attacks = [
      'x;"=HYPERLINK(1);y',
      ";\u200b=1+1",
      ";\u2060 \u00ad@A1",
      'x\n"" "+1',
      '"=1',
      "\ufeff=1",
      ";'\u200b;=1",
    ];
    for (const attack of attacks) {
      const rows = [
        ["id", "name"],
        ["x", attack],
      ];
      const written = toCsv(rows);
      const cells = written.split(/[,;\t\r\n]/).map((cell) => cell.replace(/["\s\p{Cf}]/gu, ""));
      expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
      expect(parseCsv(written)).toEqual(rows);
    }
  });

  // Evidence: comes-back-written-shows-formula-whatever
  it("comes back as it was written, and shows no formula, whatever the texts are made of", ({ expect }) => {
    const characters = fc.constantFrom(
      "'",
      '"',
      ";",
      ",",
      "\t",
      "\r",
      "\n",
      " ",
      "\u200b",
      "\u2800",
      "=",
      "-",
      "＝",
      "a",
    );
    const cell = fc.string({ unit: characters, maxLength: 12 });
    const rows = fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(rows, (texts) => {
        const written = toCsv([["id", "name", "note"], ...texts]);
        expect(parseCsv(written).slice(1)).toEqual(texts);
        for (const part of written.split(/[;\t\r\n]|(?<=x),/)) {
          expect(part.replace(/["\s\u200b\u2800]/g, "")).not.toMatch(/^[=\-＝]/);
        }
      }),
      { numRuns: 500 },
    );
  });

  // Evidence: written-read-linear-time-whatever-cell
  it("is written and read in linear time, whatever a cell holds", ({ expect }) => {
    // Attack: somebody sends the owner a file to import, with a cell of line ends. A pattern with two beginnings for each line
    // end tries them all from each. With 80,000 line ends that took a minute.
    for (const unit of ["\n", ";", "'", '"', "\u200b", "\n'", "='"]) {
      const rows = [
        ["id", "name"],
        ["x", `a${unit.repeat(80_000)}`],
      ];
      expect(parseCsv(toCsv(rows))).toEqual(rows);
    }
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

/** A value in so many lists within each other. */
const nested = (value: Json, depth: number): Json => (depth === 0 ? value : [nested(value, depth - 1)]);

describe("JSON for people", () => {
  it("is indented, whatever its texts hold", ({ expect }) => {
    for (const value of [null, "", [], {}, { a: [1, { '"[,\\': "[[[" }], b: {} }]) {
      expect(readableJson(value)).toBe(JSON.stringify(value, null, 2));
    }
    const texts = Array.from({ length: 1_000 }, () => '[[[[{{{{",\\');
    expect(readableJson(nested(texts, 20))).toBe(JSON.stringify(nested(texts, 20), null, 2));
  });

  // Evidence: compact-where-indentation-would-most
  // Attack: a user stores half a megabyte of metadata, of which each digit gets a line and 480 spaces. That makes 124 megabytes,
  // which freeze the page of the owner who looks at them.
  it("is compact where the indentation would be most of it", ({ expect }) => {
    const digits = Array.from({ length: 255_000 }, () => 1);
    const value = nested(digits, 239);
    expect(readableJson(value)).toBe(JSON.stringify(value));
    expect(readableJson(nested([1, 2], 239))).toContain("\n");
  });
});
