import { transformSync } from "@swc/core";
import { describe, it } from "vitest";
import { inserted, namesUser, sourceWithoutName, textIn, textSource } from "./text-source";

const email = { subject: "News of {{project.displayName}}", text: "Hello", category: "Marketing" } as const;

/** What is within the container of an email with this text, without the spaces around it. */
function bodyOf(text: string): string {
  const [, body = ""] =
    /<NotificationCategory [^\n]*\n([\s\S]*)\n {4}<\/Container>/.exec(textSource({ ...email, text })) ?? [];
  return body.replaceAll(/^ +/gm, "");
}

/** The source as the renderer compiles it; throws where it is no module. */
function compiled(source: string): string {
  return transformSync(source, {
    jsc: {
      parser: { syntax: "typescript", tsx: true },
      target: "es2022",
      transform: { react: { runtime: "automatic" } },
    },
  }).code;
}

describe("an email that is written as text", () => {
  it.for([
    ["One\ntwo\n\nThree", '<Text>{"One"}<br />{"two"}</Text>\n<Text>{"Three"}</Text>'],
    ["# Rye\n## is back", '<Heading as="h1">{"Rye"}</Heading>\n<Heading as="h2">{"is back"}</Heading>'],
    ["- a\n- b\n1. c", '<ul><li>{"a"}</li><li>{"b"}</li></ul>\n<ol start={1}><li>{"c"}</li></ol>'],
    ["3. a\n   - b", '<ol start={3}><li>{"a"}<ul><li>{"b"}</li></ul></li></ol>'],
    ["> a ~~b~~", '<blockquote><Text>{"a "}<del>{"b"}</del></Text></blockquote>'],
    ["`{{a}}`\n```\nb\nc\n```", '<Text><code>{"{{a}}"}</code></Text>\n<pre>{"b\\nc"}</pre>'],
    ["**b** and *i*", '<Text><strong>{"b"}</strong>{" and "}<em>{"i"}</em></Text>'],
    ["[here](https://a.test/?a=1&b=2)", '<Text><Link href={"https://a.test/?a=1&b=2"}>{"here"}</Link></Text>'],
    ["Hi {{user.displayName|you}}", '<Text>{"Hi "}{(user.displayName || "you")}</Text>'],
    ["{{ project.displayName }}", '<Text>{(project.displayName || "")}</Text>'],
    ["[here][1]\n\n[1]: https://a.test", '<Text><Link href={"https://a.test"}>{"here"}</Link></Text>'],
    ["https://a.test", '<Text><Link href={"https://a.test"}>{"https://a.test"}</Link></Text>'],
    [
      "![Rye](https://a.test/r.png)",
      '<Text><Img src={"https://a.test/r.png"} alt={"Rye"} style={{ maxWidth: "100%" }} /></Text>',
    ],
    ["above\n\n---\nbelow", '<Text>{"above"}</Text>\n<Hr />\n<Text>{"below"}</Text>'],
    ["2 * 3 * 4 [x] {{other}}", '<Text>{"2 * 3 * 4 [x] "}{"{{other}}"}</Text>'],
  ])("%j", ([text, body], { expect }) => {
    expect(bodyOf(text as string)).toBe(body);
    expect(() => compiled(textSource({ ...email, text: text as string }))).not.toThrow();
  });

  it("has buttons, and its subject has variables too", ({ expect }) => {
    expect(bodyOf("[button: Buy](https://a.test)")).toMatch(
      /^<Text><Button href=\{"https:\/\/a\.test"\} style=.*>\{"Buy"\}<\/Button><\/Text>$/,
    );
    expect(textSource(email)).toContain('value={["News of ", (project.displayName || "")].join("")}');
  });

  it("runs nothing of what is written in it, and leads to addresses alone", ({ expect }) => {
    // Attack: text that somebody else wrote, and an owner pastes, ends the text or the comment that it stands in.
    const evil = [
      '"}{evil()}<b>`$\u007bevil()}</Text>*/',
      "\u2028evil()\u2029evil()",
      "[x](javascript:evil())",
      "[button: x](data:text/html,evil())",
      "[x](javascript&#58;evil()) [y][1] <javascript:evil()> ![z](javascript:evil())\n\n[1]: JavaScript:evil()",
      "<script>evil()</script>\n\n<img src=x onerror=evil()>\n\n<!-- evil() -->",
      "```\n*/evil()\n```\n`{evil()}`",
      '{{user.displayName|"}{evil()}}',
      "{{constructor}} {{evil()}}",
    ];
    for (const text of evil) {
      const code = compiled(textSource({ subject: text, text, category: "Marketing" }));
      expect(code.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/^\/\/.*$/m, "")).not.toContain("evil");
      expect(code).not.toMatch(/(?:href|src): "(?!https)/);
      expect(code).not.toMatch(/_jsx\("(?:script|img)|dangerously/);
    }
  });

  it("is one plain text where it is too deep or too long to read", ({ expect }) => {
    // Attack: a draft of a stolen key nests thousands of quotes or emphases, or has a word without end. The page that reads it ends, with
    // all that was written on it.
    const emphases = `${"*".repeat(3_000)}a${"*".repeat(3_000)}`;
    for (const text of [">".repeat(50_000), ">- 1. ".repeat(8_000).trim(), emphases, `${"a".repeat(90_000)}@`]) {
      expect(bodyOf(text)).toBe(`<Text>{"${text}"}</Text>`);
    }
  });

  it("says to users without a name what stands in its place", ({ expect }) => {
    const greeting = { ...email, text: "Hi {{user.displayName|you}}, from {{project.displayName}}" };
    expect(namesUser(greeting)).toBe(true);
    expect(namesUser(email)).toBe(false);
    expect(sourceWithoutName(textSource(greeting))).toContain('{"Hi "}{("" || "you")}{", from "}');
  });

  it("can be written on, unless its source was changed", ({ expect }) => {
    const text = '# Rye\n\n- \u2028 "quoted" \\ {{user.displayName}}';
    expect(textIn(textSource({ ...email, text }))).toEqual({ ...email, text });
    expect(textIn(textSource(email).replace("<Container>", "<Container id='x'>"))).toBeUndefined();
    for (const other of ["", "// Written as text: {", "// Written as text: 5\n", "export {}"]) {
      expect(textIn(other)).toBeUndefined();
    }
  });
});

describe("what a button inserts", () => {
  const at = (text: string, start = text.length, end = start) => ({ text, start, end });
  const shown = ({ text, start, end }: ReturnType<typeof at>) =>
    `${text.slice(0, start)}<${text.slice(start, end)}>${text.slice(end)}`;

  it.for([
    ["bold", at("a b", 2, 3), "a **<b>**"],
    ["italic", at("a "), "a *<Text>*"],
    ["link", at("see b", 4, 5), "see [b](<https://>)"],
    ["heading", at("one\ntwo", 5), "one\n<# t>wo"],
    ["list", at("one\ntwo", 0, 7), "<- one\n- two>"],
    ["button", at("a"), "a\n\n[button: <Text>](https://)\n"],
    ["line", at("a"), "a\n\n---\n\n<>"],
    ["{{user.displayName}}", at("Hi !", 3), "Hi {{user.displayName}}<>!"],
  ] as const)("%s", ([insertion, before, after], { expect }) => {
    expect(shown(inserted(before, insertion, "Text"))).toBe(after);
  });
});
