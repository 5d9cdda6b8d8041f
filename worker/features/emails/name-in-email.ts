const maxNameLength = 60;
const maxLengthOnPage = 100;

/** Matches what email programs and browsers take for the dot of a host name (UTS #46 section 4), and look-alikes of it. */
const dot = "[.\\u2024\\u3002\\uFE52\\uFF0E\\uFF61]";
const hostDot = new RegExp(`(?<=\\S)${dot}(?=\\p{L}{2})`, "gu");
const addressOfFour = new RegExp(`(?<!\\d)(\\d{1,3})${dot}(\\d{1,3})${dot}(\\d{1,3})${dot}(?=\\d)`, "gu");

/**
 * Writes a name that somebody chose, such as a project's, as an email may show it. It is one short line without anything
 * that email programs would turn into a link or an address. Otherwise a project with a chosen name would have the
 * instance's mail server deliver advertisements and false warnings.
 */
export function plainName(chosen: string): string {
  return cutTo(maxNameLength, unlinked(chosen)) ?? "";
}

function unlinked(chosen: string): string {
  return visibleLine(chosen)
    .replace(/[a-z][a-z\d+.-]{0,20}:(?=\S)/giu, " ")
    .replace(/[/\\\u2044\u2215\uFF0F\uFF3C]{2,}|[:\uFE55\uFF1A](?=\S)/gu, " ")
    .replace(/(?<=\S)[@\uFE6B\uFF20](?=\S)/gu, " at ")
    .replace(addressOfFour, "$1 $2 $3 ")
    .replace(hostDot, " ")
    .replace(/ +/g, " ")
    .trim();
}

/** A line with an ellipsis where it is longer; null for an empty one. */
function cutTo(length: number, line: string): string | null {
  const characters = [...line];
  return characters.length <= length ? line || null : `${characters.slice(0, length - 1).join("")}…`;
}

/**
 * Writes a person's or a team's name as an email may show it. It is null for one that is empty, too long for a line, or
 * that email programs would turn into a link. Otherwise a sign-up with a chosen name and another person's address would
 * deliver advertisements.
 */
export function nameInEmail(displayName: string | null): string | null {
  const name = visibleLine(displayName ?? "");
  return name !== "" && name.length <= maxNameLength && !readsAsLink(name) ? name : null;
}

function readsAsLink(line: string): boolean {
  return /[/:@]/.test(line) || unlinked(line) !== line;
}

/**
 * Writes a name as a page may show it to someone who does not know the person or team yet. It is one short line without
 * characters that cannot be seen, or null where nothing is left of it.
 */
export function nameOnPage(chosen: string | null): string | null {
  return cutTo(maxLengthOnPage, visibleLine(chosen ?? ""));
}

/** The same of a name that invites to something. It is null where people would take it for an address to go to, as it is in emails. */
export function invitingName(chosen: string | null): string | null {
  const line = visibleLine(chosen ?? "");
  return readsAsLink(line) ? null : nameOnPage(line);
}

/** Matches what cannot be seen, but for the two joiners and the selector that letters and emoji are made with. */
const invisible = /(?!\u200C|\u200D|\uFE0F)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** More marks on one letter than any script has would cover the lines around. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** One line without characters that cannot be seen: they turn the direction of what follows around, or hide in a host name. */
function visibleLine(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(invisible, "")
    .replace(stackedMarks, "$1")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
