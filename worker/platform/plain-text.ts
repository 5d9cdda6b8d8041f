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

/** Returns what an email says to programs that show no HTML: its text, with line breaks, and the addresses of its links. */
export async function plainTextOf(html: string): Promise<string> {
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
  return decoded(text)
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,10}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
