import { describe, it } from "vitest";
import { builtInTemplates, systemTemplateIds } from "../../config/built-in-emails/templates";
import { renderEmails } from ".";
import { expectSameInIsolate, templates, themes } from "./built-in-email.fixtures";
import { messageOf, plainTheme, render, renderTools, template } from "./rendering.fixtures";

const magicLinkSource = builtInTemplates[systemTemplateIds.magicLink]?.tsxSource ?? "";

describe("renderEmails", () => {
  it("renders a built-in template in preview: its own values, John Doe, the theme's sample link", async ({
    expect,
  }) => {
    const result = await render(magicLinkSource, { preview: true, isDefaultTheme: true });
    expect(result).toMatchObject({ ok: true, emails: [{ notificationCategory: "Transactional" }] });
    const [email] = result.ok ? result.emails : [];
    expect(email?.subject).toMatch(/^Sign in to Acme: Your code is \w{6}$/);
    expect(email?.text).toContain("Hello John Doe,");
    expect(email?.html).toContain('href="https://example.com/unsubscribe"');
  });

  it("renders a batch in the order of its recipients, each with its name and link", async ({ expect }) => {
    const result = await render(template('return <Text>Hello {user.displayName ?? "you"}</Text>;'), {
      isDefaultTheme: true,
      recipients: [
        { user: { displayName: "Ada" }, unsubscribeLink: "https://example.com/u/1" },
        { user: { displayName: null } },
        ...Array.from({ length: 98 }, (_, index) => ({ user: { displayName: `User ${index}` } })),
      ],
    });
    const emails = result.ok ? result.emails : [];
    expect(emails).toHaveLength(100);
    expect(emails[0]?.text).toContain("Hello Ada");
    expect(emails[0]?.html).toContain("https://example.com/u/1");
    expect(emails[1]?.text).toContain("Hello you");
    expect(emails[1]?.html).not.toContain("Unsubscribe");
    expect(emails[99]?.text).toContain("Hello User 97");
  });

  it("places markup as it is in the theme, with neither subject nor category", async ({ expect }) => {
    const result = await renderEmails(
      renderTools,
      {
        projectId: "p",
        source: { html: "<b>Hi</b> & bye" },
        themeSource: plainTheme,
        project: { displayName: "Acme" },
      },
      [{}],
    );
    expect(result).toMatchObject({
      ok: true,
      emails: [{ html: expect.stringContaining("<div><b>Hi</b> & bye</div>") }],
    });
    expect(result.ok && Object.keys(result.emails[0] ?? {})).toEqual(["html", "text"]);
  });

  it.for([
    ['import { CodeBlock, dracula } from "@react-email/components"', "CodeBlock", "dracula"],
    ['import { "CodeBlock" as Code, dracula } from "@react-email/components"', "Code", "dracula"],
    ['import * as components from "@react-email/components"', "components.CodeBlock", "components.dracula"],
    ['import components from "@react-email/components"', "components.CodeBlock", "components.dracula"],
  ])("highlights code, however its component is imported: %s", async ([imported, component, theme], { expect }) => {
    const source = `${imported};
      export const EmailTemplate = () => <${component} code="port = 587" language="ini" theme={${theme}} />;`;
    const result = await render(source);
    expect(result).toMatchObject({ ok: true, emails: [{ html: expect.stringMatching(/<span[^>]*>port<\/span>/) }] });
  });

  it("has the colours of code without its component", async ({ expect }) => {
    const source = `import { dracula, Text } from "@react-email/components";
      export const EmailTemplate = () => <Text>{Object.keys(dracula).length > 0 ? "There" : "Gone"}</Text>;`;
    const result = await render(source);
    expect(result).toMatchObject({ ok: true, emails: [{ text: expect.stringContaining("There") }] });
  });

  it("gives a template the variables that its schema lets pass, of arktype or of any function", async ({ expect }) => {
    const body = "return <Text>{JSON.stringify(variables)}</Text>;";
    const variables = { count: 3, other: "x" };
    const arktype = `export const variablesSchema = type({ count: "number" });`;
    const own = "export const variablesSchema = (given: unknown) => given;";
    const text = async (schema: string) => {
      const result = await render(template(body, schema), { variables });
      return result.ok ? result.emails[0]?.text : result.error.message;
    };
    expect(await text(arktype)).toBe('{"count":3}');
    expect(await text(own)).toBe('{"count":3,"other":"x"}');
    expect(await text("")).toBe("{}");
    expect(await messageOf(template(body, arktype), { variables: { count: "3" } })).toBe(
      "count must be a number (was a string)",
    );
  });

  it("finds subject and category among literal children alone, and asks for one of each", async ({ expect }) => {
    const inside = 'const Part = () => <Subject value="inner" />;';
    expect(
      await render(
        template('return <><Part /><Section><Subject value={"Hi " + user.displayName} /></Section></>;', inside),
      ),
    ).toMatchObject({
      ok: true,
      emails: [{ subject: "Hi Ada" }],
    });
    expect(await render(template("return <Part />;", inside))).toMatchObject({
      ok: true,
      emails: [{ html: expect.any(String) }],
    });
    expect(await messageOf(template('return <><Subject value="a" /><Subject value="b" /></>;'))).toBe(
      'Expected exactly one occurrence of component "Subject", found 2.',
    );
    expect(await messageOf(template("return <NotificationCategory value={1} />;"))).toBe(
      'The "value" prop of "NotificationCategory" must be a string.',
    );
  });

  it.for([
    ["return <Text>{missing}</Text>;", "template, line 9: missing is not defined"],
    ["return <Nope />;", "template, line 9: Nope is not defined"],
    ["const a: number = ;", "template, line 9: Unexpected token"],
    ["return <Text>;", "template, line 9: <Text> is not closed."],
    ["return (\n<Section>\n<Text>a <b>b</b>\n</Section>);", "template, line 11: <Text> is not closed."],
    ['return (\n<Section>\n<Link href="https://a.example">b</Link>\n);', "template, line 10: <Section> is not closed."],
    ["return <Section><Img src={1 > 0 ? 'a' : ''} />\n{1 +}\n</Section>;", "template, line 10: Unexpected token"],
    ["const a: Array<string> = ;", "template, line 9: Unexpected token"],
    ['throw new Error("no");', "template, line 9: no"],
    ["return <Text>{{ a: 1 }}</Text>;", "template, line 8: Objects are not valid as a React child"],
  ] as const)("names the line of a mistake: %s", async ([body, message], { expect }) => {
    expect(await messageOf(template(body))).toContain(message);
  });

  it("names the theme where the mistake is in it", async ({ expect }) => {
    const themeSource = "export function EmailTheme() {\n  return missing;\n}";
    expect(await messageOf(template("return null;"), { themeSource })).toBe("theme, line 2: missing is not defined");
    expect(await messageOf(template("return null;"), { themeSource: "export const x = 1;" })).toBe(
      'The theme must export a function component "EmailTheme".',
    );
  });

  it("refuses every import but those of the contract, with its line", async ({ expect }) => {
    for (const module of ["node:fs", "cloudflare:sockets", "./renderer.js", "https://example.com/x.js", "react-dom"]) {
      expect(await messageOf(`// first line\nimport x from "${module}";\nexport const EmailTemplate = () => x;`)).toBe(
        `template, line 2: "${module}" cannot be imported. A source may import react, react/jsx-runtime, @react-email/components, arktype, @stackframe/emails.`,
      );
    }
    expect(await messageOf('import { Nope } from "react";\nexport const EmailTemplate = () => Nope;')).toBe(
      'template, line 1: "react" has no export "Nope".',
    );
  });

  /** Renders an email of markup, and has the ids of the isolates that it was given and that were made for it. */
  function counted(html = `<p>${crypto.randomUUID()}</p>`) {
    const [made, calls]: [string[], string[]] = [[], []];
    const sandbox: WorkerLoader = {
      load: (code) => renderTools.sandbox?.load(code) as WorkerStub,
      get(id, code) {
        calls.push(`${id}`);
        const makeCode = () => {
          made.push(`${id}`);
          return code();
        };
        return renderTools.sandbox?.get(id, makeCode) as WorkerStub;
      },
    };
    const batch = { source: { html }, themeSource: `${plainTheme}// ${html}`, project: { displayName: "Acme" } };
    const renderFor = (projectId: string, count: number) =>
      renderEmails(
        { ...renderTools, sandbox },
        { projectId, ...batch },
        Array.from({ length: count }, () => ({})),
      );
    const of = (kind: "render" | "compile", ids: string[]) => ids.filter((id) => id.startsWith(`${kind}:`));
    return {
      renderFor,
      made: () => of("render", made),
      calls: () => of("render", calls),
      compiled: () => of("compile", calls),
    };
  }

  it("makes one isolate for a project and its sources, and one call for a hundred emails", async ({ expect }) => {
    const { renderFor, made, calls } = counted();
    for (const count of [1, 100, 100]) expect(await renderFor("p", count)).toMatchObject({ ok: true });
    expect({ made: made().length, calls: calls().length }).toEqual({ made: 1, calls: 3 });
    expect(await renderFor("another", 1)).toMatchObject({ ok: true });
    expect(new Set(made()).size).toBe(2);
  });

  // Evidence: compiles-in-isolate-of-project
  it("compiles in an isolate of the project alone, and each content once", async ({ expect }) => {
    // Attack: an owner keeps the compiler busy, for which the previews of every other owner wait.
    const [theirs, ours] = [counted(), counted()];
    await theirs.renderFor("attacker", 1);
    await ours.renderFor("p", 1);
    const [theirIsolate, ourIsolate] = [theirs.compiled(), ours.compiled()];
    expect([theirIsolate.length, ourIsolate.length]).toEqual([1, 1]);
    expect(ourIsolate).not.toEqual(theirIsolate);
    await ours.renderFor("another", 1);
    expect(ours.compiled()).toEqual(ourIsolate);
  });

  it("says that an instance without the binding renders no sources of users", async ({ expect }) => {
    const result = await renderEmails(
      { ...renderTools, sandbox: null },
      { projectId: "p", source: { html: "" }, themeSource: plainTheme, project: { displayName: "Acme" } },
      [{}],
    );
    expect(result).toMatchObject({
      ok: false,
      error: { reason: "unavailable", message: expect.stringContaining("worker_loaders") },
    });
  });
});

describe("a built-in template in a built-in theme", () => {
  // Every template and every theme once: neither sees the other. All pairs of them are nightly.
  const pairs = [
    ...templates.map((template) => ({ theme: themes[0], template })),
    ...themes.slice(1).map((theme) => ({ theme, template: templates[0] })),
  ];

  // Evidence: without-isolate-what
  it.for(pairs)(
    "$template.displayName in $theme.displayName is without an isolate what it is with one",
    async ({ theme, template }, { expect }) => {
      if (!theme || !template) throw new Error("There is nothing built in");
      await expectSameInIsolate(theme, template, expect);
    },
  );

  it("is rendered in an isolate with variables that it does not take", async ({ expect }) => {
    const [[template], [theme]] = [templates, themes];
    const result = await renderEmails(
      renderTools,
      {
        projectId: "p",
        source: { tsx: template?.tsxSource ?? "" },
        themeSource: theme?.tsxSource ?? "",
        project: { displayName: "Acme" },
      },
      [{}],
    );
    expect(result).toMatchObject({
      ok: false,
      error: { message: "emailVerificationLink must be a string (was missing)", file: "template" },
    });
  });
});
