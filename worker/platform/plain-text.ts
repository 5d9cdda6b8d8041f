/** Elements that begin and end a line, and those between which a line is left blank. */
const lines = new Set(["div", "tr", "li", "section", "article", "header", "footer", "table", "ul", "ol"]);
const paragraphs = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr"]);
const unseen = new Set(["head", "script", "style", "title", "template"]);
const withoutEnd = new Set([
  "br",
  "hr",
  "img",
  "input",
  "meta",
  "link",
  "area",
  "base",
  "col",
  "embed",
  "source",
  "wbr",
]);

/** To read each element costs some fifty microseconds, and newsletters have a thousand. */
const maxElements = 3_000;

/**
 * Returns what an email says to programs that show no HTML: its text, with line breaks, and the addresses of its links. Of one with too
 * many elements, or with elements that never end, it is the text alone.
 */
export async function plainTextOf(html: string): Promise<string> {
  const isLong = html.split("<", maxElements + 2).length > maxElements + 1;
  const text = isLong ? roughTextOf(html) : await readText(html).catch(() => roughTextOf(html));
  return decoded(text)
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Attack: hundreds of thousands of elements hold the isolate of all tenants for seconds. So this reads each character once. */
function roughTextOf(html: string): string {
  const [before = "", ...parts] = html.split("<");
  let text = before;
  let end: string | undefined;
  for (const part of parts) {
    const name = /^\/?[a-z]{1,10}\d?/i.exec(part)?.[0].toLowerCase() ?? "";
    if (end === undefined && unseen.has(name)) end = `/${name}`;
    else if (name === end) end = undefined;
    if (end === undefined) text += ` ${part.slice(part.indexOf(">") + 1).replace(/\s+/g, " ")}`;
  }
  return text;
}

async function readText(html: string): Promise<string> {
  let text = "";
  let hidden = 0;
  const breakLine = (name: string) => {
    if (paragraphs.has(name)) text += "\n\n";
    else if (lines.has(name)) text += "\n";
  };
  const reader = new HTMLRewriter()
    .on("*", {
      element(element) {
        const name = element.tagName;
        if (name === "br") text += "\n";
        if (name === "img" && hidden === 0) text += element.getAttribute("alt") ?? "";
        breakLine(name);
        if (withoutEnd.has(name)) return;
        if (unseen.has(name)) hidden += 1;
        const href = name === "a" ? element.getAttribute("href") : null;
        const start = text.length;
        element.onEndTag(() => {
          if (unseen.has(name)) hidden -= 1;
          if (href && /^https?:/i.test(href) && text.slice(start).trim() !== href) text += ` (${href})`;
          breakLine(name);
        });
      },
    })
    .onDocument({
      text(chunk) {
        if (hidden === 0) text += chunk.text.replace(/\s+/g, " ");
      },
    });
  await reader.transform(new Response(html)).arrayBuffer();
  return text;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,10}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
