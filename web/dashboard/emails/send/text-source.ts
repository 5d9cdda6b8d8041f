import { type Category, categories } from "./categories";

/** An email that is written as text, with its subject. */
export interface TextEmail {
  readonly subject: string;
  readonly text: string;
  readonly category: Category;
}

/** What stands for a part of each email, by its name between braces: the expression of a source. */
const variables: Readonly<Record<string, string>> = {
  "user.displayName": "user.displayName",
  "project.displayName": "project.displayName",
};

/**
 * Returns the source of an email that is written as text. Its text is a part of Markdown (CommonMark): paragraphs, headings, lists,
 * lines, bold, italics and links. A link alone in a paragraph, with `button:` before its label, is a button.
 */
export function textSource(email: TextEmail): string {
  const { subject, text, category } = email;
  return `${marker}${inComment(email)}
import { Button, Container, Heading, Hr, Link, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";

export function EmailTemplate({ user, project }: Props) {
  return (
    <Container>
      <Subject value={[${parts(subject.trim()).join(", ")}].join("")} />
      <NotificationCategory value={${JSON.stringify(category)}} />
${blocks(text).join("\n")}
    </Container>
  );
}
`;
}

const marker = "// Written as text: ";

/** Returns the text that a source was made of; undefined for any other source, also for one that was changed since. */
export function textIn(source: string): TextEmail | undefined {
  if (!source.startsWith(marker)) return undefined;
  try {
    const email = JSON.parse(source.slice(marker.length, source.indexOf("\n"))) as Partial<TextEmail>;
    const { subject, text, category } = email;
    const isText =
      typeof subject === "string" && typeof text === "string" && categories.some((each) => each === category);
    return isText && textSource(email as TextEmail) === source ? (email as TextEmail) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON in one line, also for readers to whom U+2028 ends a line, as it ends a comment. */
function inComment({ subject, text, category }: TextEmail): string {
  return JSON.stringify({ subject, text, category }).replace(/[\u2028\u2029]/g, (end) =>
    end === "\u2028" ? "\\u2028" : "\\u2029",
  );
}

function blocks(text: string): string[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .flatMap((paragraph) => grouped(paragraph.split("\n").map((line) => line.trim())))
    .map((block) => `      ${block}`);
}

/** Lines of the same kind are one block: a list, or a paragraph with breaks. */
function grouped(lines: readonly string[]): string[] {
  const made: string[] = [];
  let [open, items]: ["p" | "ul" | "ol" | undefined, string[]] = [undefined, []];
  const close = () => {
    if (open === "p") made.push(`<Text>${items.join("<br />")}</Text>`);
    else if (open) made.push(`<${open}>${items.map((item) => `<li>${item}</li>`).join("")}</${open}>`);
    [open, items] = [undefined, []];
  };
  for (const line of lines) {
    const alone = blockOf(line);
    const [, mark, item = ""] = /^(?:([-*]|\d{1,9}[.)]) )(.*)$/.exec(line) ?? [];
    const kind = mark === undefined ? "p" : /\d/.test(mark) ? "ol" : "ul";
    if (alone !== undefined || kind !== open) close();
    if (alone !== undefined) made.push(alone);
    else if (line !== "") {
      open = kind;
      items.push(inline(mark === undefined ? line : item));
    }
  }
  close();
  return made;
}

/** A line that is a block by itself; undefined for one that is a part of a paragraph or a list. */
function blockOf(line: string): string | undefined {
  const [, level, heading = ""] = /^(#{1,3}) (.*)$/.exec(line) ?? [];
  if (level) return `<Heading as="h${level.length}">${inline(heading)}</Heading>`;
  if (/^(?:-{3,}|\*{3,})$/.test(line)) return "<Hr />";
  const [, label = "", address = ""] = /^\[button: ?([^\]]+)\]\(([^()\s]+)\)$/.exec(line) ?? [];
  if (!isAddress(address)) return undefined;
  return `<Button href={${JSON.stringify(address)}} style={{ padding: "10px 20px", borderRadius: 6, color: project.accentTextColor, backgroundColor: project.accentColor }}>${inline(label)}</Button>`;
}

/** Bold, italics and links, of which none contains another of its kind. */
function inline(text: string): string {
  const [all, before = "", bold, italics, label, address] =
    /^(.*?)(?:\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\][]+)\]\(([^()\s]+)\))/.exec(text) ?? [];
  if (all === undefined) return children(text);
  const rest = inline(text.slice(all.length));
  if (bold) return `${children(before)}<strong>${inline(bold)}</strong>${rest}`;
  if (italics) return `${children(before)}<em>${inline(italics)}</em>${rest}`;
  if (!isAddress(address ?? "")) return children(all) + rest;
  return `${children(before)}<Link href={${JSON.stringify(address)}}>${inline(label ?? "")}</Link>${rest}`;
}

function children(text: string): string {
  return parts(text)
    .map((part) => `{${part}}`)
    .join("");
}

/** A text as expressions: JSON is one, whatever the text holds. A variable has what is used in its place after a bar. */
function parts(text: string): string[] {
  return text.split(/(\{\{[^{}]*\}\})/).flatMap((part) => {
    const [, name = "", instead = ""] = /^\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}$/.exec(part) ?? [];
    const expression = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (expression) return [`(${expression} || ${JSON.stringify(instead.trim())})`];
    return part === "" ? [] : [JSON.stringify(part)];
  });
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:)./i.test(text);
}

/** Names what a button above the text puts into it. */
export type Insertion = "bold" | "italic" | "heading" | "list" | "link" | "button" | "line" | `{{${string}}}`;

/** A text with what is selected in it. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Puts something into a text, around what is selected or in its place, and selects what is to be written next. */
export function inserted({ text, start, end }: Selected, insertion: Insertion, placeholder: string): Selected {
  const chosen = text.slice(start, end) || placeholder;
  const put = (before: string, middle: string, after: string, from = start): Selected => ({
    text: text.slice(0, from) + before + middle + after + text.slice(end),
    start: from + before.length,
    end: from + before.length + middle.length,
  });
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const block = (before: string, after: string) => {
    const gap = text.slice(0, start).trim() === "" ? "" : text.slice(0, start).endsWith("\n\n") ? "" : "\n\n";
    return put(gap + before, chosen, after);
  };
  switch (insertion) {
    case "bold":
      return put("**", chosen, "**");
    case "italic":
      return put("*", chosen, "*");
    case "link":
      return put(`[${chosen}](`, "https://", ")");
    case "button":
      return block("[button: ", "](https://)\n");
    case "heading":
    case "list": {
      const prefix = insertion === "heading" ? "# " : "- ";
      const lines = text.slice(lineStart, end) || placeholder;
      return put("", lines.replace(/^/gm, prefix), "", lineStart);
    }
    case "line":
      return put(text === "" || text.slice(0, start).endsWith("\n") ? "---\n\n" : "\n\n---\n\n", "", "");
    default: {
      const after = put("", insertion, "");
      return { ...after, start: after.end };
    }
  }
}
