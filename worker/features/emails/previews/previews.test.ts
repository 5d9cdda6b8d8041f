import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/secrets";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";

const render = "POST /emails/render-email";

const dark = "a0172b5d-cff0-463b-83bb-85124697373a";
const magicLink = "822687fe-8d0a-4467-a0d1-416b6e639478";

const template_tsx_source = `import { NotificationCategory, Subject } from "@stackframe/emails";
export function EmailTemplate({ user, project }) {
  return <>
    <Subject value={"For " + user.displayName} />
    <NotificationCategory value="Marketing" />
    <p>{project.displayName}</p>
  </>;
}
`;
const theme_tsx_source = `export function EmailTheme({ children, unsubscribeLink }) {
  return <main>{children}{unsubscribeLink && <a href={unsubscribeLink}>Unsubscribe</a>}</main>;
}
EmailTheme.PreviewProps = { unsubscribeLink: "https://example.com/sample" };
`;

const rendering = (p: TestProject, body: object) => p.admin(render, { body });

describe(render, () => {
  it("200: a source in the source of a theme, with preview values and the project's own name, in one round trip", async () => {
    const { status, body, cost } = await rendering(await project(), { template_tsx_source, theme_tsx_source });
    expect([status, cost.d1]).toEqual([200, 1]);
    expect(body).toMatchObject({ subject: "For John Doe", notification_category: "Marketing" });
    expect(body.html).toContain("<p>Test project</p>");
    expect(body.html).toContain('<a href="https://example.com/sample">');
  });

  it("200: a template that every project has, in each theme of the project, and without one", async () => {
    const own = newId();
    const theme = { displayName: "Own", tsxSource: theme_tsx_source };
    const p = await project({ [`emails.themes.${own}`]: theme });
    for (const [theme_id, has] of [
      [own, "<main>"],
      [dark, "Unsubscribe"],
      [undefined, "Unsubscribe"],
    ] as const) {
      const { body } = await rendering(p, { template_id: magicLink, theme_id });
      expect(body).toMatchObject({ notification_category: "Transactional" });
      expect(body.subject).toContain("3SLSWZ");
      expect(body.html).toContain(has);
    }
    const { body } = await rendering(p, { template_id: magicLink, theme_id: false });
    expect(body.html).not.toMatch(/Unsubscribe|<main>/);
  });

  it("200 with the theme's link to unsubscribe only where the email has one that is sent in the named category", async () => {
    const p = await project();
    const saying = (category: string) => ({
      template_tsx_source: `import { NotificationCategory } from "@stackframe/emails";
export const EmailTemplate = () => <p><NotificationCategory value="${category}" />Hello</p>;`,
    });
    const silent = { template_tsx_source: "export const EmailTemplate = () => <p>Hello</p>;" };
    for (const [template, notification_category_name, hasLink] of [
      [{ template_id: magicLink }, "Transactional", false],
      [{ template_id: magicLink }, "Marketing", false],
      [saying("Transactional"), "Transactional", false],
      [saying("Marketing"), "Transactional", true],
      [silent, "Transactional", false],
      [silent, "Marketing", true],
      [silent, undefined, true],
    ] as const) {
      const { status, body } = await rendering(p, { ...template, notification_category_name });
      expect([status, body.html?.includes("Unsubscribe")]).toEqual([200, hasLink]);
    }
    expectError(await rendering(p, { ...silent, notification_category_name: "Other" }), 400, "SCHEMA_ERROR");
  });

  it("200 without subject and category where the source has none", async () => {
    const source = "export const EmailTemplate = () => <p>Hello</p>;";
    const { status, body } = await rendering(await project(), { template_tsx_source: source, theme_id: false });
    expect([status, Object.keys(body)]).toEqual([200, ["html"]]);
  });

  // Evidence: theme-then-template-project-does-have
  it("400 for a theme, and then a template, that the project does not have", async () => {
    // Attack: the template or the theme of another project is read by its id.
    const [theirTheme, theirTemplate] = [newId(), newId()];
    await project({
      [`emails.themes.${theirTheme}`]: { displayName: "Theirs", tsxSource: theme_tsx_source },
      [`emails.templates.${theirTemplate}`]: { displayName: "Theirs", tsxSource: template_tsx_source },
    });
    const p = await project();
    for (const body of [{ template_id: theirTemplate }, { template_id: magicLink }, { template_tsx_source }]) {
      expectPlainError(await rendering(p, { ...body, theme_id: theirTheme }), 400, "No theme found with given id");
    }
    for (const template_id of [theirTemplate, dark, newId()]) {
      expectPlainError(await rendering(p, { template_id }), 400, "No template found with given id");
    }
  });

  it("400 SCHEMA_ERROR for both or none of two alternatives, null, unknown fields and endless sources", async () => {
    const p = await project();
    for (const body of [
      {},
      { template_id: magicLink, template_tsx_source },
      { template_id: magicLink, theme_id: dark, theme_tsx_source },
      { template_id: magicLink, theme_id: null },
      { template_id: magicLink, theme_id: true },
      { template_tsx_source: "x".repeat(200_001) },
      { template_tsx_source: 5 },
      { theme_tsx_source },
    ]) {
      const response = await rendering(p, body);
      expectError(response, 400, "SCHEMA_ERROR");
      expect(response.body.error).toContain("body is not matched by any of the provided schemas:");
    }
    for (const body of [{ template_id: "__proto__" }, { template_id: magicLink, variables: {} }]) {
      expectError(await rendering(p, body), 400, "SCHEMA_ERROR");
    }
  });

  it("400 EMAIL_RENDERING_ERROR naming the file and the line that is wrong", async () => {
    const p = await project();
    const failing = async (body: object) => {
      const response = await rendering(p, body);
      expectError(response, 400, "EMAIL_RENDERING_ERROR");
      return (response.body as { details: { error: string } }).details.error;
    };
    const throwing = (name: string) => `\n\nexport function ${name}() {\n  throw new Error("Broken");\n}`;
    const brokenTemplate = { template_tsx_source: throwing("EmailTemplate"), theme_tsx_source };
    const brokenTheme = { template_tsx_source, theme_tsx_source: throwing("EmailTheme") };
    expect(await failing(brokenTemplate)).toMatch(/template, line 4.*Broken/);
    expect(await failing(brokenTheme)).toMatch(/theme, line 4.*Broken/);
    expect(await failing({ template_tsx_source: "", theme_tsx_source })).toMatch(/EmailTemplate/);
  });

  it("200 for others while a source loops for ever, which is refused", async () => {
    // Attack: a project's source keeps the renderer busy, so that the previews of all others wait.
    const [attacker, p] = [await project(), await project()];
    const looping = "export function EmailTemplate() { for (;;) {} }";
    const [refused, served] = await Promise.all([
      rendering(attacker, { template_tsx_source: looping, theme_id: false }),
      rendering(p, { template_tsx_source, theme_tsx_source }),
    ]);
    expectError(refused, 400, "EMAIL_RENDERING_ERROR");
    expect(served.status).toBe(200);
  });

  // Evidence: without-trace-another-project-s-preview
  it("200 without a trace of another project's preview", async () => {
    // Attack: a source leaves something behind for the emails of another project that are rendered after it.
    const [attacker, p] = [await project(), await project()];
    const poison = `globalThis.left = "left behind"; Object.prototype.left = "left behind";
export function EmailTemplate() { Array.prototype.left = "left behind"; return <p>Poison</p>; }`;
    await rendering(attacker, { template_tsx_source: poison, theme_id: false });
    const looking =
      "export const EmailTemplate = () => <p>{String(globalThis.left)}{String({}.left)}{String([].left)}</p>;";
    const { body } = await rendering(p, { template_tsx_source: looking, theme_id: false });
    expect(body.html).not.toContain("left behind");
  });
});
