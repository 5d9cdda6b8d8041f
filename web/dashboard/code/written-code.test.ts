import { transformSync } from "@swc/core";
import { describe, it } from "vitest";
import { configCode, hidden, kitCode, literal } from "./written-code";

const isValid = (code: string) =>
  transformSync(`async () => {${code}}`, { jsc: { parser: { syntax: "typescript" } } }).code.length > 0;

describe("a call as code", () => {
  it("is TypeScript that runs as pasted, whatever the texts in it hold", ({ expect }) => {
    // Attack: a user's name that ends the text it stands in, so that an owner who pastes the code runs the rest.
    const name = `"); evil(); ("\`\${evil()}\u2028</script>`;
    const code = kitCode(['const user = await serverApp.getUser("u1");'], "user.update", { displayName: name });
    expect(isValid(code)).toBe(true);
    const evil: unknown[] = [];
    const user = { update: (changes: unknown) => evil.push(changes) };
    const run = new Function("serverApp", "evil", `return (async () => {${code}})()`);
    return run({ getUser: () => user }, () => evil.push("evil")).then(() => {
      expect(evil).toEqual([{ displayName: name }]);
    });
  });

  it("reads secrets from the environment", ({ expect }) => {
    expect(configCode({ "auth.oauth.providers.google.clientSecret": hidden("GOOGLE_CLIENT_SECRET") })).toBe(
      [
        "const project = await adminApp.getProject();",
        "await project.updateConfig({",
        '  "auth.oauth.providers.google.clientSecret": process.env.GOOGLE_CLIENT_SECRET,',
        "});",
      ].join("\n"),
    );
  });

  it("leaves out the bytes of an uploaded image", ({ expect }) => {
    expect(literal({ logoUrl: `data:image/png;base64,${"A".repeat(900_000)}` })).toBe(
      '{\n  logoUrl: "data:image/png;base64,…",\n}',
    );
  });

  it("writes lists, dates, empty values and groups within groups", ({ expect }) => {
    expect(literal({ a: [1, { b: null }], at: new Date(0), none: undefined, empty: {} })).toBe(
      '{\n  a: [\n    1,\n    {\n      b: null,\n    },\n  ],\n  at: new Date("1970-01-01T00:00:00.000Z"),\n  empty: {},\n}',
    );
  });
});
