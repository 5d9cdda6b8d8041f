import { describe, it } from "vitest";
import { messageOf, render, template } from "./rendering.fixtures";

const hi = "return <Text>Hi {user.displayName}</Text>;";

describe("a source", () => {
  it.for([["includes"], ["indexOf"], ["lastIndexOf"], ["split"], ["replaceAll"]] as const)(
    "that searches a text for one that is almost alike is refused: %s",
    async ([method], { expect }) => {
      // Attack: a needle of 91,000 characters keeps one step busy for 14 seconds, when a stranger asks for a code.
      const texts = 'const needle = "a".repeat(1e3) + "b" + "a".repeat(9e4); const text = "a".repeat(2e5);';
      expect(await messageOf(template(`${texts} text.${method}(needle, "");\n${hi}`))).toMatch(
        /^template, line 9: The source searches a text of 200000 characters for one of 91001/,
      );
    },
  );

  it.for([
    ['const s = "\\u0344".repeat(2e5); for (let i = 0; i < 400; i += 1) s.normalize("NFKD");'],
    ['const s = "a".repeat(2e5); for (let i = 0; i < 1e4; i += 1) s.includes("aaaaaaaaab");'],
    ["let a = [null]; for (let i = 0; i < 22; i += 1) a = [a, a]; a.flat(Infinity);"],
    ["let a = [null]; for (let i = 0; i < 20; i += 1) a = [a, a]; return <div>{a}</div>;"],
    ["let a = null; for (let i = 0; i < 20; i += 1) a = <>{a}{a}</>; return <div>{a}</div>;"],
    ["const big = Array(9e3).fill(0); Array(9e3).fill(0).flatMap(() => big);"],
  ] as const)("that does more than its own steps say is ended: %s", async ([body], { expect }) => {
    // Attack: fragments that hold one another twice are a million, though twenty lines make them.
    expect(await messageOf(template(`${body}\n${hi}`))).toMatch(/takes too long/);
  });

  const keys = 'const o = {}; for (let i = 0; i < 1e4; i += 1) o["k" + i] = i;';
  const text = 'const s = "é".repeat(1e5);';

  it.for([
    ['for (let i = 0; i < 5e3; i += 1) new Intl.DateTimeFormat("en", { timeZone: "UTC" }).format(i);'],
    ['const f = new Intl.DateTimeFormat("en"); for (let i = 0; i < 5e3; i += 1) f.formatRange(0, i * 1e9);'],
    ['const f = new Intl.NumberFormat("en"); for (let i = 0; i < 2e5; i += 1) f.format(i);'],
    ['for (let i = 0; i < 5e3; i += 1) new Date(i).toLocaleString("en", { timeZone: "Asia/Tokyo" });'],
    ['for (let i = 0; i < 2e5; i += 1) i.toLocaleString("ar");'],
    ["Intl.getCanonicalLocales({ length: 1e9 });"],
    [`${text} for (let i = 0; i < 200; i += 1) s.localeCompare(s + i);`],
    [`${text} const { compare } = new Intl.Collator("de"); for (let i = 0; i < 200; i += 1) compare(s, s + i);`],
    [`${text} const p = new Intl.Segmenter().segment(s); for (let i = 0; i < 200; i += 1) p.containing(5e4);`],
    [`${text} for (let i = 0; i < 100; i += 1) encodeURIComponent(s);`],
    [`${text} for (let i = 0; i < 2e2; i += 1) escape(s);`],
    [`${text} const e = encodeURIComponent(s.slice(0, 5e4)); for (let i = 0; i < 100; i += 1) decodeURI(e);`],
    [`${text} for (let i = 0; i < 1e3; i += 1) s.toUpperCase();`],
    ['const s = " ".repeat(4e5); for (let i = 0; i < 300; i += 1) s.trim();'],
    ['const s = "9".repeat(4e5); for (let i = 0; i < 400; i += 1) +s;'],
    ['const s = "9".repeat(4e5); for (let i = 0; i < 400; i += 1) parseFloat(s);'],
    ['const [a, b] = ["a".repeat(4e5), "a".repeat(4e5)]; for (let i = 0; i < 400; i += 1) a < b;'],
    [`${text} for (let i = 0; i < 100; i += 1) new URL("http://x/" + s);`],
    ['const p = new URLSearchParams("a=b&".repeat(2e4)); for (let i = 0; i < 50; i += 1) p.sort();'],
    ['const s = "[" + "1,".repeat(1e5) + "1]"; for (let i = 0; i < 100; i += 1) JSON.parse(s);'],
    ["const a = Array.from({ length: 9999 }, (_, i) => i); for (let i = 0; i < 100; i += 1) a.toSorted();"],
    ["const a = Array(9999).fill(0); for (let i = 0; i < 2e3; i += 1) a.join();"],
    [
      'const a = Array(9999).fill("a".repeat(1e5)); for (let i = 0; i < 20; i += 1) a.includes("a".repeat(1e5 - 1) + "b");',
    ],
    [`${keys} for (let i = 0; i < 200; i += 1) Object.entries(o);`],
    [`${keys} for (let i = 0; i < 200; i += 1) ({ ...o });`],
    [`${keys} for (let i = 0; i < 200; i += 1) { const { k1, ...rest } = o; }`],
    [`${keys} const f = ({ k1, ...rest }) => k1; for (let i = 0; i < 200; i += 1) f(o);`],
    [`${keys} for (let i = 0; i < 200; i += 1) for (const k in o) break;`],
    ['type(Array.from({ length: 1000 }, (_, i) => "\'x" + i + "\'").join("|"));'],
    ['for (let i = 0; i < 1e3; i += 1) type({ ["k" + i]: "string|number|boolean|Date|null" });'],
    ['for (let i = 0; i < 5e3; i += 1) type("string>" + i);'],
    ['const t = type({ a: "string" }); for (let i = 0; i < 3e4; i += 1) t({ a: 1 });'],
  ] as const)("pays for what its steps take, in built-ins and in libraries: %s", async ([body], { expect }) => {
    // Attack: an email of a few thousand steps, as its counter has it, keeps the thread that all projects share for seconds or minutes.
    expect(await messageOf(template(`${body}\n${hi}`))).toMatch(/takes too long/);
  });

  it("formats, compares and checks as it did", async ({ expect }) => {
    const body = `const date = new Date(0);
  const { format } = new Intl.NumberFormat("de");
  const { a, ...others } = { a: 1, b: 2 };
  const Variables = type({ at: "Date", name: "string", "more?": "string|number|boolean|null" });
  const found = [
    date.toLocaleDateString("en-US", { timeZone: "UTC" }), (1234.5).toLocaleString("en-US"), format(1234.5), [1, 2].map(format).join("-"),
    new Intl.DateTimeFormat("en", { timeZone: "UTC", dateStyle: "long" }).format(date), ["b", "ä"].sort(new Intl.Collator("de").compare).join(""),
    [...new Intl.Segmenter("en").segment("ab")].length, new Intl.PluralRules("en").select(1), new Intl.ListFormat("en").format(["x", "y"]),
    new Intl.Locale("de-de").toString(), new Intl.NumberFormat() instanceof Intl.NumberFormat, Object.keys(others).join(), +"7" - -1, "a" < "b", parseInt("12px", 10), Number.parseFloat("1.5"),
    encodeURIComponent("ä b"), decodeURIComponent("%20x"), new URL("/p?q=1", "https://acme.test").searchParams.get("q"),
    new URLSearchParams({ a: "b c" }).toString(), JSON.parse("[1]").length, [3, 1, 2].toSorted().join(""),
    Variables({ at: date, name: "x" }) instanceof type.errors, Variables({ at: 1, name: "x" }) instanceof type.errors, " x ".trim(), "ß".toUpperCase(),
  ];
  const url = new URL("https://acme.test/"); url.hash = "x"; url.searchParams.append("a", "1");
  return <Text>{found.join(" ")} {url.href}</Text>;`;
    const result = await render(template(body));
    expect(result.ok ? result.emails[0]?.text : result.error.message).toBe(
      "1/1/1970 1,234.5 1.234,5 1-2 January 1, 1970 äb 2 one x and y de-DE true b 8 true 12 1.5 %C3%A4%20b x 1 a=b+c 1 123 false true x SS https://acme.test/?a=1#x",
    );
  });

  it("has searches on texts as long as an email", async ({ expect }) => {
    const body = `const words = "Hello, dear reader of this email. ".repeat(3000);
  const found = [
    words.indexOf("reader"), words.lastIndexOf("reader"), words.includes("email. Hello"), words.indexOf("Hello", 40),
    words.split(", ").length, words.replaceAll("dear", "kind").includes("dear"), words.replace("Hello", "Hi").slice(0, 3),
    "\\u0041\\u030a".normalize("NFC").length, [[1, [2]], 3].flat().length, [[1, [2]], 3].flat(Infinity).length,
    [1, 2].flatMap((each) => [each, each]).length, "a,b".split(undefined).length, "abc".indexOf("c", -5), "abc".indexOf("", 9),
  ];
  return <Text>{found.join(" ")}</Text>;`;
    const result = await render(template(body));
    expect(result.ok && result.emails[0]?.text).toBe("12 101978 true 68 3001 false Hi, 1 3 3 4 1 2 3");
  });
});
