/**
 * Writes rows as CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe, by which spreadsheets take it as
 * text (OWASP, CSV Injection). A formula may begin a cell. It may also follow a semicolon, a tab or the end of a line, because
 * some spreadsheets split cells there.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => quoted(guarded(cell))).join(",")}\r\n`).join("");
}

/** White space, quotes and what is invisible, which a reader may leave out before a formula, and the semicolon. */
const skipped = String.raw`[\s"\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800;]`;

/**
 * Matches a whole run of these characters, which may be empty at the start of a cell. A formula's sign with the apostrophes
 * before it is part of the match if it comes next. A match does not depend on the sign, so no character is tried from two
 * beginnings. Therefore the time is linear.
 */
const run = new RegExp(`(^${skipped}*|${skipped}+)('*[=+\\-@＝＋－＠])?`, "gu");

/** Matches where a reader may split. */
const separator = /[;\t-\r\u0085\u2028\u2029]/;

const startsWithControl = /^'*[\t\r\n]/;

/** Adds one apostrophe to however many there are, so that `unguarded` has the text as it was. */
function guarded(cell: string): string {
  const inner = replacedSigns(cell, (sign) => `'${sign}`);
  return startsWithControl.test(inner) ? `'${inner}` : inner;
}

function unguarded(cell: string): string {
  const inner = cell.startsWith("'") && startsWithControl.test(cell) ? cell.slice(1) : cell;
  return replacedSigns(inner, (sign) => sign.replace(/^'/, ""));
}

/** Replaces the signs, with their apostrophes, at which a spreadsheet would begin a formula. */
function replacedSigns(cell: string, replace: (sign: string) => string): string {
  return cell.replace(run, (match, before: string, sign: string | undefined, at: number) =>
    sign !== undefined && (at === 0 || separator.test(before)) ? before + replace(sign) : match,
  );
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What is no CSV, with the line, counted from 1, in which a quoted cell begins that does not end. */
export class CsvError extends Error {
  constructor(readonly line: number) {
    super(`The quoted cell in line ${line} does not end`);
  }
}

/**
 * Reads CSV, also of spreadsheets that separate by semicolons or tabs, as rows of as many cells as each has. Empty lines are left
 * out, and the apostrophe of `toCsv`.
 *
 * @throws CsvError when a quoted cell does not end
 */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const [cell, end] = source[at] === '"' ? quotedCell(source, at, separator) : plainCell(source, at, separator);
    row.push(unguarded(cell));
    if (source[end] === separator) {
      at = end + 1;
      // A separator at the very end has an empty cell after it.
      if (at === source.length) row.push("");
      continue;
    }
    rows.push(row);
    row = [];
    at = end + (source.startsWith("\r\n", end) ? 2 : 1);
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ""));
}

function plainCell(source: string, start: number, separator: string): [cell: string, end: number] {
  let end = start;
  while (end < source.length && source[end] !== separator && source[end] !== "\n" && source[end] !== "\r") end += 1;
  return [source.slice(start, end), end];
}

/** What follows the quotation is part of the cell, as spreadsheets read it. */
function quotedCell(source: string, start: number, separator: string): [cell: string, end: number] {
  let end = start + 1;
  for (;;) {
    end = source.indexOf('"', end);
    if (end === -1) throw new CsvError(source.slice(0, start).split(/\r\n|\r|\n/).length);
    if (source[end + 1] !== '"') break;
    end += 2;
  }
  const [rest, last] = plainCell(source, end + 1, separator);
  return [source.slice(start + 1, end).replaceAll('""', '"') + rest, last];
}

/** The one that the first line has most of. */
function separatorOf(source: string): string {
  const [line = ""] = source.split(/\r?\n/, 1);
  const count = (separator: string) => line.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}
