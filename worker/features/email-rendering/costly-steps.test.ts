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

  it("has searches on texts as long as a mail", async ({ expect }) => {
    const body = `const words = "Hello, dear reader of this mail. ".repeat(3000);
  const found = [
    words.indexOf("reader"), words.lastIndexOf("reader"), words.includes("mail. Hello"), words.indexOf("Hello", 40),
    words.split(", ").length, words.replaceAll("dear", "kind").includes("dear"), words.replace("Hello", "Hi").slice(0, 3),
    "\\u0041\\u030a".normalize("NFC").length, [[1, [2]], 3].flat().length, [[1, [2]], 3].flat(Infinity).length,
    [1, 2].flatMap((each) => [each, each]).length, "a,b".split(undefined).length, "abc".indexOf("c", -5), "abc".indexOf("", 9),
  ];
  return <Text>{found.join(" ")}</Text>;`;
    const result = await render(template(body));
    expect(result.ok && result.mails[0]?.text).toBe("12 98979 true 66 3001 false Hi, 1 3 3 4 1 2 3");
  });
});
