import { CsvError, parseCsv } from "../../files/csv";
import type { Translate } from "../../translation/use-translation";
import { type ImportTable, maxRows, tableOfJson } from "./imported-users";
import { firebaseColumns } from "./presets";

/** Encodings of files that are not UTF-8, by the labels of the Encoding Standard. Which one it is cannot be told from the bytes. */
export const encodings = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1254",
  "shift_jis",
  "euc-kr",
  "gb18030",
  "big5",
] as const;

export type Encoding = (typeof encodings)[number];

/** A file as it was chosen: its text, where its bytes say how to read them, or else the bytes. */
export type ChosenFile = { readonly text: string } | { readonly bytes: Uint8Array };

/** Reads a file that is UTF-8, or begins with the mark of UTF-16, which spreadsheets write as “Unicode text”. */
export function decoded(bytes: Uint8Array): ChosenFile {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return { bytes };
  }
}

/** Returns the text of a file, of which the encoding is chosen where the file does not say it. */
export function textOf(file: ChosenFile, encoding: Encoding): string {
  return "text" in file ? file.text : new TextDecoder(encoding).decode(file.bytes);
}

/** Returns the table of a file's text, or why there is none. */
export function readTable(text: string, t: Translate): ImportTable | string {
  // A binary file, such as that of a spreadsheet, has bytes which no text has.
  const table = text.includes("\0") ? null : /^\s*[[{]/.test(text) ? jsonTable(text, t) : csvTable(text, t);
  if (typeof table === "string") return table;
  if (table === null) {
    return t(
      "The file could not be read. Save it as CSV with a line of names, as a JSON array of objects, or as one JSON object in each line.",
    );
  }
  if (table.rows.length === 0) return t("The file has no users.");
  if (table.rows.length > maxRows) {
    return t("The file has {rows} rows, and {most} are possible at once. Split it into several.", {
      rows: table.rows.length.toLocaleString(t.language),
      most: maxRows.toLocaleString(t.language),
    });
  }
  return table;
}

function jsonTable(text: string, t: Translate): ImportTable | string | null {
  const whole = parsed(text);
  if (whole !== undefined) return tableOfJson(whole) ?? (/^\s*\{.*\}\s*$/.test(text) ? tableOfJson([whole]) : null);
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: index + 1, text: line.trim() }));
  const objects = lines.filter(({ text }) => text !== "").map(({ line, text }) => ({ line, value: parsed(text) }));
  // Lines of something else, such as an indented document that was cut off, are no lines of objects.
  if (!isObject(objects[0]?.value)) return null;
  const unreadable = objects.find(({ value }) => !isObject(value));
  if (unreadable) return t("Line {line} is no JSON object.", { line: String(unreadable.line) });
  return tableOfJson(objects.map(({ value }) => value));
}

function csvTable(text: string, t: Translate): ImportTable | string {
  try {
    const [first = [], ...rows] = parseCsv(text);
    if (!first.some((cell) => /^[^\s@]+@[^\s@]+$/.test(cell.trim()))) return { columns: first, rows };
    // The first user would be taken for the names of the columns, and be missing.
    if (first.length < firebaseColumns.length) return t("The first line is a user. Put a line of names above it.");
    const further = first.slice(firebaseColumns.length).map(() => "");
    return { columns: [...firebaseColumns, ...further], rows: [first, ...rows] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return t("A quotation mark in line {line} has no other that ends the text.", { line: String(error.line) });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
