import { Marked, type MarkedToken, type Token, type Tokens } from "marked";
import type { EmailDraft, EmailTemplate } from "../../../kit";
import { type Category, categories } from "./categories";
import type { WrittenEmail } from "./written-email";

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
 * Returns the source of an email that is written as text. Its text is Markdown without HTML and tables; a line break stays one. A
 * link with `button:` before its label is a button.
 */
export function textSource(email: TextEmail): string {
  const { subject, text, category } = email;
  return `${marker}${inComment(email)}
import { Button, Container, Heading, Hr, Img, Link, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";

export function EmailTemplate({ user, project }: Props) {
  return (
    <Container>
      <Subject value={[${parts(subject.trim()).join(", ")}].join("")} />
      <NotificationCategory value={${JSON.stringify(category)}} />
${blocks(text)}
    </Container>
  );
}
`;
}

/** Tells whether the email says something else to users without a name. */
export function namesUser({ subject, text }: TextEmail): boolean {
  return parts(subject + text).some((part) => part.startsWith(named));
}

const named = "(user.displayName || ";

/** The source of the email that users without a name get. */
export function sourceWithoutName(source: string): string {
  return source.replaceAll(named, '("" || ');
}

/** The source that looks as the email will, for its preview; undefined before there is anything to show. */
export function previewSource(
  email: WrittenEmail,
  { templates, drafts }: { templates: readonly EmailTemplate[]; drafts: readonly EmailDraft[] },
): string | undefined {
  if (email.kind === "template") return templates.find(({ id }) => id === email.templateId)?.tsxSource;
  if (email.kind === "draft") return drafts.find(({ id }) => id === email.draftId)?.tsxSource;
  if (email.kind === "text") return email.text.trim() === "" ? undefined : textSource(email);
  if (email.html.trim() === "") return undefined;
  // JSON is an expression of the language, whatever the text holds.
  return `import { NotificationCategory, Subject } from "@stackframe/emails";
export function EmailTemplate() {
  return (
    <>
      <Subject value={${JSON.stringify(email.subject)}} />
      <NotificationCategory value={${JSON.stringify(email.category)}} />
      <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(email.html)} }} />
    </>
  );
}`;
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

const unread = () => undefined;

/** Quotes and lists within one another without end would be deeper than the reader can go: they are text. */
const unlessDeep = (text: string) => (/^(?:\s*(?:[>*+-]|\d+[.)])){20}/.test(text) ? undefined : false);

/** Reads HTML as text, and tables too, for which emails have no look. */
const markdown = new Marked({
  breaks: true,
  tokenizer: { html: unread, tag: unread, table: unread, blockquote: unlessDeep, list: unlessDeep },
});

/** No address is as long. Reading such a word takes the square of its length, and what it nests may be too deep. */
const longWord = /\S{2000}/;

function blocks(text: string): string {
  const read: Token[] = longWord.test(text)
    ? text.split(/\n{2,}/).map((raw) => ({ type: "paragraph", raw, text: raw }))
    : markdown.lexer(text);
  return read
    .map(jsxOf)
    .filter((block) => block !== "")
    .map((block) => `      ${block}`)
    .join("\n");
}

const elements: Readonly<Record<string, string>> = {
  paragraph: "Text",
  blockquote: "blockquote",
  list_item: "li",
  strong: "strong",
  em: "em",
  del: "del",
};

/** What a part of the text is in a source. That of an unknown kind is text. */
function jsxOf(part: Token): string {
  const token = part as MarkedToken;
  switch (token.type) {
    case "space":
    case "def":
      return "";
    case "hr":
      return "<Hr />";
    case "br":
      return "<br />";
    case "heading":
      return `<Heading as="h${token.depth}">${jsxOfAll(token.tokens)}</Heading>`;
    case "list": {
      const [tag, start] = token.ordered ? ["ol", ` start={${token.start}}`] : ["ul", ""];
      return `<${tag}${start}>${jsxOfAll(token.items)}</${tag}>`;
    }
    case "code":
      return `<pre>{${JSON.stringify(token.text)}}</pre>`;
    case "codespan":
      return `<code>{${JSON.stringify(token.text)}}</code>`;
    case "image":
      if (!isAddress(token.href)) return children(token.raw);
      return `<Img src={${JSON.stringify(token.href)}} alt={${JSON.stringify(token.text)}} style={{ maxWidth: "100%" }} />`;
    case "link":
      return linkOf(token);
  }
  const element = elements[token.type];
  const inner =
    "tokens" in token && token.tokens ? jsxOfAll(token.tokens) : children("text" in token ? token.text : token.raw);
  return element ? `<${element}>${inner}</${element}>` : inner;
}

function jsxOfAll(tokens: readonly Token[]): string {
  return tokens.map(jsxOf).join("");
}

/** A link, or the button that it is with `button:` before its label. */
function linkOf({ href, raw, tokens: [first, ...rest] }: Tokens.Link): string {
  if (!isAddress(href)) return children(raw);
  const address = JSON.stringify(href);
  const [, label] = (first?.type === "text" && /^button: ?(.*)$/.exec(first.raw)) || [];
  if (label === undefined) return `<Link href={${address}}>${first ? jsxOfAll([first, ...rest]) : ""}</Link>`;
  return `<Button href={${address}} style={{ padding: "10px 20px", borderRadius: 6, color: project.accentTextColor, backgroundColor: project.accentColor }}>${children(label)}${jsxOfAll(rest)}</Button>`;
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
