/**
 * The element that a source does not close: the innermost one that is open where a closing tag of one around it stands, or else
 * at the end. Only for sources that do not parse: tags are found by their looks.
 */
export function findUnclosedElement(tsx: string): { name: string; line: number } | undefined {
  // A comment, or a tag: what directly follows a name and looks like an opening one is a type argument.
  const piece = /(?<!:)\/\/[^\n]*|\/\*|<\/([A-Za-z][\w.]*)|(?<![\w$.])<([A-Za-z][\w.]*)/g;
  const open: { name: string; index: number }[] = [];
  const openOf = new Map<string, number>();
  const count = (name: string, change: number) => openOf.set(name, (openOf.get(name) ?? 0) + change);
  for (let match = piece.exec(tsx); match; match = piece.exec(tsx)) {
    const { 0: text, 1: closed, 2: opened, index } = match;
    if (text === "/*") {
      piece.lastIndex = (tsx.indexOf("*/", index + 2) + 1 || tsx.length) + 1;
    } else if (closed && open.at(-1)?.name === closed) {
      open.pop();
      count(closed, -1);
    } else if (closed && openOf.get(closed)) {
      break;
    } else if (opened) {
      const end = endOfTag(tsx, piece.lastIndex);
      if (end === undefined) break;
      piece.lastIndex = end;
      if (tsx[end - 2] === "/") continue;
      open.push({ name: opened, index });
      count(opened, 1);
    }
  }
  const unclosed = open.at(-1);
  return unclosed && { name: unclosed.name, line: tsx.slice(0, unclosed.index).split("\n").length };
}

/** The index after the tag whose attributes begin at an index; undefined where it has no end. */
function endOfTag(tsx: string, index: number): number | undefined {
  const piece = /"[^"]*"|'[^']*'|`[^`]*`|=>|[{}>]/g;
  piece.lastIndex = index;
  let depth = 0;
  for (let match = piece.exec(tsx); match; match = piece.exec(tsx)) {
    if (match[0] === "{") depth += 1;
    else if (match[0] === "}") depth -= 1;
    else if (match[0] === ">" && depth === 0) return piece.lastIndex;
  }
  return undefined;
}
