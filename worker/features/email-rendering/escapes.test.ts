import { exports } from "cloudflare:workers";
import { describe, it } from "vitest";
import { maxSourceLength } from ".";
import { messageOf, render, template, templateOfAll } from "./rendering.fixtures";

const hi = "return <Text>Hi {user.displayName}</Text>;";

/** Bodies that share an isolate, each with what is said of it. */
function together(cases: readonly (readonly [body: string, message: string])[]) {
  const parts = templateOfAll(cases.map(([body]) => body));
  return parts.map((part, index) => ({ ...part, expected: cases[index]?.[1] ?? "" }));
}

describe("a source", () => {
  // Evidence: does-end-ended-line
  it.for(
    together([
      ["for (;;) {}", "too long"],
      ["while (true);", "too long"],
      ["do ; while (true)", "too long"],
      ["for (;;) { try { for (;;) {} } catch {} }", "too long"],
      ["const list = [1]; for (const x of list) list.push(x);", "too long"],
      ["const f = () => f(); f();", "calls itself"],
      ["const f = (n) => { try { f(n + 1); } finally { f(n + 1); } }; f(0);", "calls itself"],
      ["const f = (n) => (n === 0 ? 0 : f(n - 1) + f(n - 1)); f(200);", "too long"],
      ["const f = () => Promise.resolve().then(f); f();", "too long"],
      ["(async () => { for (;;) await null; })();", "too long"],
    ]),
  )("that does not end is ended, with its line: $body", async ({ line, message, expected }, { expect }) => {
    // Attack: a template without end keeps the Worker from everything else. A local workerd has no CPU limit.
    expect(await message()).toMatch(new RegExp(`^template, line ${line}: .*${expected}`));
  });

  it.for([
    ["async component", "return <Part />;", "async function Part() { return <Text>Hi</Text>; }", 6],
    ["async function that calls itself", "const f = async () => { await null; return f(); }; f();", "", 9],
  ] as const)(
    "that calls an %s without end is told that components must not be async",
    async ([, body, before, line], { expect }) => {
      // Attack: a component whose promise is always a new one keeps the Worker from everything else.
      const message = await messageOf(template(`${body}\n${hi}`, before), { isDefaultTheme: true });
      expect(message).toMatch(new RegExp(`^template, line ${line}: .*must not be async`));
    },
  );

  // Evidence: waits-ever-ended
  it("that waits for ever is ended", async ({ expect }) => {
    // Attack: a promise that is never settled keeps the request, and all that it holds, open.
    const never = "const Part = () => use(new Promise(() => {}));";
    expect(await messageOf(template("return <Part />;", never))).toContain("never settled");
  });

  // Evidence: makes-without-end-ended-line
  it.for(
    together([
      ['"x".repeat(1e8);', "too long for an email"],
      ['"x".padEnd(1e8);', "too long for an email"],
      ['let s = "x"; for (let i = 0; i < 40; i += 1) s += s;', "too long for an email"],
      ['let s = "x"; for (let i = 0; i < 40; i += 1) s = `$' + "{s}$" + "{s}`;", "too long for an email"],
      ['"x".repeat(1e5).replaceAll("x", "x".repeat(1e3));', "too long for an email"],
      ["let a = [1]; for (let i = 0; i < 40; i += 1) a = [...a, ...a];", "makes too much"],
      ["let a = [1]; for (let i = 0; i < 40; i += 1) a = a.concat(a);", "makes too much"],
      ["new Array(3e7);", "makes too much"],
      ["Array.from({ length: 1e9 });", "makes too much"],
      ["const a = []; a.length = 4e9; a.forEach(() => {});", "makes too much"],
      ["new Uint8Array(1e9);", "Uint8Array is not a constructor"],
    ]),
  )("that makes without end is ended, with its line: $body", async ({ line, message, expected }, { expect }) => {
    // Attack: one email takes the memory of the isolate, or of the whole process where nothing limits it.
    expect(await message()).toMatch(new RegExp(`^template, line ${line}: .*${expected}`));
  });

  it("has no numbers without limit", async ({ expect }) => {
    // Attack: 2n ** 100000000n is one step.
    expect(await messageOf(template(`2n ** 100000000n;\n${hi}`))).toMatch(/^template, line 9: .*BigInt cannot be used/);
  });

  // Evidence: mail-too-long-refused
  it("whose email is too long is refused", async ({ expect }) => {
    // Attack: 100 emails of 100 MB.
    const list = 'return <>{Array.from({ length: 200 }, (_, i) => <p key={i}>{"x".repeat(4e5)}</p>)}</>;';
    expect(await messageOf(template(list))).toContain("too long");
  });

  it.for([["/(a+)+$/.test(project.displayName);"], ["/^(a|a)*$/.test(project.displayName);"]] as const)(
    "with a literal of exponential time is refused: %s",
    async ([body], { expect }) => {
      // Attack: (a+)+$ on 40 characters takes hours in one step, which no counter ends.
      expect(await messageOf(template(`${body}\n${hi}`))).toMatch(
        /^template, line 9: This regular expression can take forever/,
      );
    },
  );

  // Evidence: regular-expression-exponential-time-refused
  it.for(
    templateOfAll([
      'new RegExp("(a+)+$").test("a");',
      '/x/.constructor("(?:a*)*b").test("a");',
      '"a".match("([a-z]+)*$");',
      '"a".search({ toString: () => "(.*)*$" });',
    ]),
  )("with a regular expression of exponential time is refused: $body", async ({ line, message }, { expect }) => {
    expect(await message()).toMatch(new RegExp(`^template, line ${line}: This regular expression can take forever`));
  });

  // Evidence: regular-expression-takes-too-long-text
  it.for(
    templateOfAll([
      '/x*y/.test("x".repeat(6e4));',
      'new RegExp("x*x*y").test("x".repeat(5e3));',
      '/(?:x*){3}y/.exec("x".repeat(1e3));',
      '/x{0,999}x{0,999}y/.test("x".repeat(2e3));',
      '/^(?:a?a)*$/.test("a".repeat(36).concat("b"));',
      '"x".repeat(5e3).match("x*x*y");',
      '[..."x".repeat(5e3).matchAll(/x*x*y/g)];',
      '"x".repeat(5e3).replace(/x*x*y/, "");',
      '"x".repeat(5e3).search(/X*X*y/i);',
      '"x".repeat(3e3).split(/x*x*y/);',
      'new (RegExp[Symbol.species] ?? RegExp)("x*x*y").test("x".repeat(5e3));',
      'Object.defineProperty(/X*X*y/i, "ignoreCase", { value: false }).test("x".repeat(5e3));',
      'type("/x*x*y/")("x".repeat(5e3));',
    ]),
  )(
    "with a regular expression that takes too long on its text is refused: $body",
    async ({ line, message }, { expect }) => {
      // Attack: x*x*x*x*y on 3,000 characters takes days in one step, which no counter ends.
      expect(await message()).toMatch(
        new RegExp(`^template, line ${line}: This regular expression takes too long on a text of \\d+ characters`),
      );
    },
  );

  it("has ordinary regular expressions on texts as long as an email", async ({ expect }) => {
    const body = `const words = "Hello, dear reader of <b>this</b> email: 12 May 2026, 1234567.50 EUR. ".repeat(200);
  const found = [
    words.replace(/<[^>]*>/g, "").replace(/\\s+/g, " ").replace(/^\\s+|\\s+$/g, "").length,
    words.split(/\\s*,\\s*/).length,
    [...words.matchAll(/(\\d{1,2}) (\\w+) (?<year>\\d{4})/g)].length,
    words.match(/\\b[a-z]+\\b/gi).length,
    /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/.test("ada.lovelace@mail.example.com"),
    "1234567".replace(/\\B(?=(\\d{3})+(?!\\d))/g, ","),
    "https://example.com/a?b=c".replace(/^https?:\\/\\/([^/]+)\\/.*$/, "$1"),
    "someCamelCase".split(/(?=[A-Z])/).join("-"),
  ];
  return <Text>{found.join(" ")}</Text>;`;
    const result = await render(template(body));
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && result.emails[0]?.text).toBe("12599 401 200 2000 true 1,234,567 example.com some-Camel-Case");
  });

  // Evidence: goes-through-long-array-step-ended
  it.for(
    templateOfAll(
      [
        "JSON.stringify(a);",
        "JSON.stringify({ a }, (key, value) => value);",
        'JSON.stringify([a], ["0"]);',
        "new Set(a);",
        "Promise.all(a).catch(() => {});",
        "const [...rest] = a;",
        "const [...rest] = (function () { arguments.length = 2e7; return arguments; })();",
        "Object.keys(a);",
        "({ ...a });",
        "new (Array[Symbol.species] ?? Array)(2e7).fill(0);",
        "Iterator.from(a).toArray();",
      ].map((body) => `const a = []; a.length = 2e7; ${body}`),
    ),
  )("that goes through a long array in one step is ended: $body", async ({ line, message }, { expect }) => {
    // Attack: an array that only its length makes long, read by what no counter sees, in a loop.
    expect(await message()).toMatch(new RegExp(`^template, line ${line}: .*makes too much`));
  });

  // Evidence: reaches-nothing-outside-itself
  it.for(
    together([
      ['fetch("https://example.com/");', "fetch is not a function"],
      ['new WebSocket("wss://example.com/");', "WebSocket is not a constructor"],
      ['globalThis.fetch("https://example.com/");', "globalThis.fetch is not a function"],
      ["process.env.SERVER_SECRET;", "Cannot read properties of undefined"],
      ["env.SERVER_SECRET;", "env is not defined"],
      ['require("fs");', "require is not defined"],
      ['eval("1");', "disallowed"],
      ['[].constructor.constructor("return this")();', "disallowed"],
      ['(async () => {}).constructor("return fetch")();', "disallowed"],
      ["caches.default;", "Cannot read properties of undefined"],
      ["setTimeout(() => {}, 0);", "setTimeout is not a function"],
      ["globalThis.left = user;", "not extensible"],
      ["Object.prototype.left = user;", "not extensible"],
      ["({}).__proto__.left = user;", "not extensible"],
      ["Array.prototype.map = () => [];", "read only"],
      ['String.prototype.constructor.prototype.trim = () => "";', "read only"],
      ["Text.left = user;", "not extensible"],
      ['JSON.stringify = () => "{}";', "read only"],
      ["Object.getPrototypeOf(function* () {}).left = user;", "not extensible"],
      ["Promise.prototype.then = () => {};", "read only"],
    ]),
  )("reaches nothing outside of itself: $body", async ({ line, message, expected }, { expect }) => {
    // Attack: the network, secrets, other modules, and what the next email would find.
    const found = await message();
    expect(found).toContain(`template, line ${line}: `);
    expect(found).toContain(expected);
  });

  it.for([
    ['import("cloudflare:workers");', "import() cannot be used"],
    ["import.meta.url;", "import.meta cannot be used"],
  ] as const)("loads nothing: %s", async ([body, message], { expect }) => {
    expect(await messageOf(template(`${body}\n${hi}`))).toContain(`template, line 9: ${message}`);
  });

  // Evidence: keeps-nothing-recipient-next
  it("keeps nothing of one recipient for the next", async ({ expect }) => {
    // Attack: a template that remembers, on purpose or by mistake, shows the name of one user to another.
    const before = "let first; const names = []; const Names = createContext([]); const mark = {};";
    const body = `first ??= user.displayName; names.push(user.displayName); variables.seen ??= user.displayName;
  project.seen ??= user.displayName; mark.name ??= user.displayName; useContext;
  return <Text>{[first, ...names, variables.seen, project.seen, mark.name].join(" ")}</Text>;`;
    const recipients = ["Ada", "Bob"].map((displayName) => ({ user: { displayName } }));
    const source = template(body, before);
    // The template is called twice for each email: the first call is searched for the subject.
    for (let call = 0; call < 2; call += 1) {
      const result = await render(source, { recipients });
      expect(result.ok && result.emails.map(({ text }) => text)).toEqual([
        "Ada Ada Ada Ada Ada Ada",
        "Bob Bob Bob Bob Bob Bob",
      ]);
    }
  });

  it("reads nothing of what was matched in the email before", async ({ expect }) => {
    // Attack: a template reads another recipient's link from the last match that the language keeps.
    const body =
      "const kept = [RegExp.lastMatch, RegExp.$1, RegExp.input].join(); /(s\\w+t)/.test(user.displayName);\n";
    const recipients = ["secret", "Bob"].map((displayName) => ({ user: { displayName } }));
    const result = await render(template(`${body}return <Text>[{kept}]</Text>;`), { recipients });
    expect(result.ok && result.emails.map(({ text }) => text)).toEqual(["[,,]", "[,,]"]);
  });

  // Evidence: loops-while-other-requests-answered
  it("loops while other requests are handled", async ({ expect }) => {
    // Attack: a template without end stops the sign-ins of all projects.
    const looping = messageOf(template("for (;;) {}"));
    const health = await exports.default.fetch("http://localhost:8787/health");
    expect(health.status).toBe(200);
    expect(await looping).toContain("too long");
  });

  it("that failed leaves its project's other sources as they are", async ({ expect }) => {
    await messageOf(template("for (;;) {}"));
    expect(await render(template(hi))).toMatchObject({ ok: true });
  });

  it.for([
    ["null"],
    ["undefined"],
    ["{ get message() { throw new Error(); } }"],
    ["{ get stack() { for (;;) {} }, message: 'x' }"],
    ["Symbol('x')"],
  ] as const)("may throw anything: %s", async ([thrown], { expect }) => {
    // Attack: what is thrown is read by the renderer, and throws again.
    expect(await messageOf(template(`throw ${thrown};`))).toEqual(expect.any(String));
  });

  // Evidence: refused-when-nested-too-deeply-too
  it("is refused when it is nested too deeply or too long to be read", async ({ expect }) => {
    // Attack: parsers are recursive, and a stack that runs over in the Worker ends the request.
    expect(await messageOf(`export const EmailTemplate = ${"(".repeat(50_000)}1${")".repeat(50_000)};`)).toBeTypeOf(
      "string",
    );
    expect(await messageOf("x".repeat(200_001))).toContain("longer than 200000 characters");
  });

  it.for(["a<<", "a<b>(c", "async<a>(", "new a<<", "a(b<<"])(
    "is refused when what repeats %s would be parsed again and again",
    async (ambiguous, { expect }) => {
      // Attack: sucrase parses what is ambiguous twice, so that 200 characters keep it busy for hours, and with it every request of its thread.
      const source = ambiguous.repeat(maxSourceLength / ambiguous.length);
      expect(await messageOf(source)).toMatch(
        /^template.*: (The source is nested too deeply|<.*> is not closed|Unexpected)/,
      );
    },
  );

  it("is not served, nor is what runs it", async ({ expect }) => {
    const response = await exports.default.fetch("http://localhost:8787/email-sandbox/renderer.js");
    expect(response.status).toBe(404);
  });
});
