const risk =
  "This regular expression can take forever: something that repeats is inside something that repeats. Write it without the inner repetition.";

/** A quantifier that can match more than one length: `*`, `+`, `{2,}`, `{2,5}`. */
const repetition = /^(?:[*+]|\{\d+,\d*\})/;

/**
 * Says what is wrong with a pattern that can take exponential time (CWE-1333). Such a pattern repeats a group that repeats
 * something itself, or whose alternatives can begin alike. Patterns whose time is a polynomial pass, because emails are short.
 */
export function riskOfPattern(pattern: string): string | undefined {
  if (pattern.length > 1_000) return "This regular expression is too long.";
  const groups: { repeats: boolean; heads: string[]; isAtHead: boolean }[] = [];
  let current = newGroup();
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const sign = rest[0] ?? "";
    if (sign === "(") {
      groups.push(current);
      current = newGroup();
      at += /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/.exec(rest)?.[0].length ?? 1;
      continue;
    }
    if (sign === "|") {
      current.isAtHead = true;
      at += 1;
      continue;
    }
    const inner = sign === ")" ? current : undefined;
    if (inner) current = groups.pop() ?? newGroup();
    const atom =
      /^(?:\\(?:[pPuxk]\{[^}]*\}|k<[^>]*>|u[\da-f]{4}|x[\da-f]{2}|.)|\[(?:\\.|[^\]\\])*\]|.)/isu.exec(rest)?.[0] ??
      sign;
    if (current.isAtHead && !inner) current.heads.push(atom);
    if (current.isAtHead && inner) current.heads.push("");
    current.isAtHead = false;
    at += atom.length;
    if (repetition.test(pattern.slice(at))) {
      if (inner && (inner.repeats || !beginApart(inner.heads))) return risk;
      current.repeats = true;
    }
    // What repeats inside a group repeats in the group around it too.
    if (inner?.repeats) current.repeats = true;
  }
  return undefined;
}

function newGroup() {
  return { repeats: false, heads: [] as string[], isAtHead: true };
}

/** Tells whether alternatives begin with different plain characters, so that only one of them can match. */
function beginApart(heads: string[]): boolean {
  if (heads.length < 2) return true;
  return (
    new Set(heads.map((head) => head.toLowerCase())).size === heads.length &&
    heads.every((head) => /^(?:\\?[^\w\\]|\w)$/.test(head) && head !== ".")
  );
}
