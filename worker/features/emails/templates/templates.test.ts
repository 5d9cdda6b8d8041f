import { describe, expect, it } from "vitest";
import { newTemplateSource } from "../../../config/built-in-emails/new-sources";
import { newId } from "../../../platform/secrets";
import type { Json } from "../../../protocol/fields";
import { statuses, times } from "../../../testing/limited";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";

const list = "GET /internal/email-templates";
const create = "POST /internal/email-templates";
const update = "PATCH /internal/email-templates/{template_id}";
const configure = "PATCH /internal/config/override";

const light = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";
const dark = "a0172b5d-cff0-463b-83bb-85124697373a";
const magicLink = "822687fe-8d0a-4467-a0d1-416b6e639478";
const notFound = "No template found with given id";

const ownServer = {
  "emails.server": { isShared: false, host: "smtp.acme.test", port: 587, senderEmail: "mail@acme.test" },
};

const templateOf = (text: string) => `import { NotificationCategory, Subject } from "@stackframe/emails";
export function EmailTemplate() {
  return <><Subject value="Hello" /><NotificationCategory value="Transactional" /><p>${text}</p></>;
}
`;

const themeOf = (text: string) =>
  `export const EmailTheme = ({ children }) => <main title="${text}">{children}</main>;`;

interface Template {
  id: string;
  display_name: string;
  tsx_source: string;
  theme_id?: string | false;
}

const updating = (p: TestProject, template_id: string, body: object) =>
  p.admin(update, { params: { template_id }, body: { tsx_source: templateOf("changed"), ...body } });
const configuring = (p: TestProject, patch: object) =>
  p.admin(configure, { body: { config_override_string: JSON.stringify(patch) } });

async function created(p: TestProject, display_name = "Welcome"): Promise<string> {
  return (await p.admin(create, { body: { display_name } })).body.id as string;
}

async function listed(p: TestProject): Promise<Template[]> {
  return (await p.admin(list)).body.templates as unknown as Template[];
}

const templateWith = async (p: TestProject, id: string) => (await listed(p)).find((template) => template.id === id);

async function expectRenderingError(response: ReturnType<typeof updating>, error: string | RegExp) {
  expectError(await response, 400, "EMAIL_RENDERING_ERROR");
  const { details } = (await response).body as { details: { error: string } };
  expect(details.error).toMatch(error);
}

describe(list, () => {
  it("200: the templates that every project has, then its own, in one round trip", async () => {
    const p = await project(ownServer);
    const id = await created(p);
    await created(await project());
    const { body, cost } = await p.admin(list);
    const templates = body.templates as unknown as Template[];
    expect(templates.map(({ display_name }) => display_name)).toEqual([
      "Email Verification",
      "Password Reset",
      "Magic Link/OTP",
      "Team Invitation",
      "Sign In Invitation",
      "Welcome",
    ]);
    expect(templates.at(-1)).toEqual({ id, display_name: "Welcome", tsx_source: newTemplateSource });
    expect(cost.d1).toBe(1);
  });
});

describe(create, () => {
  it("200 in two round trips, also by the shared server, with a source that renders", async () => {
    const p = await project();
    const { status, body, cost } = await p.admin(create, { body: { display_name: "Welcome" } });
    expect([status, Object.keys(body), cost.d1]).toEqual([200, ["id"], 2]);
    const preview = await p.admin("POST /emails/render-email", { body: { template_id: body.id as string } });
    expect(preview.body).toMatchObject({ subject: "Hello John Doe", notification_category: "Transactional" });
    expect(preview.body.html).toMatch(/The count is (<!-- -->)?10/);
  });

  it("409 EMAIL_TEMPLATE_ALREADY_EXISTS for the name of another, in any case, built in or of two requests at once", async () => {
    const [p, other] = [await project(), await project()];
    await created(p, "Welcome");
    for (const display_name of ["Welcome", " welcome\n", "WELCOME", "password reset"]) {
      expectError(await p.admin(create, { body: { display_name } }), 409, "EMAIL_TEMPLATE_ALREADY_EXISTS");
    }
    expect((await other.admin(create, { body: { display_name: "Welcome" } })).status).toBe(200);
    const twice = await Promise.all(times(2, () => p.admin(create, { body: { display_name: "Farewell" } })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await configuring(p, { [`emails.templates.${magicLink}.displayName`]: "Sign in" });
    expect((await p.admin(create, { body: { display_name: "Magic Link/OTP" } })).status).toBe(200);
  });

  it("400 SCHEMA_ERROR without a name or with an endless one, and 400 beyond 200 templates", async () => {
    const p = await project();
    for (const body of [{}, { display_name: null }, { display_name: "x".repeat(1001) }]) {
      expectError(await p.admin(create, { body }), 400, "SCHEMA_ERROR");
    }
    const many = times(195, (index) => [`emails.templates.${newId()}`, { displayName: `${index}`, tsxSource: "" }]);
    await configuring(p, Object.fromEntries(many));
    const over = await p.admin(create, { body: { display_name: "One more" } });
    expectPlainError(over, 400, "A project has at most 200 templates");
  });
});

describe(update, () => {
  it("200: stores the source and responds with the email in its theme, in two round trips", async () => {
    const p = await project(ownServer);
    for (const id of [await created(p), magicLink]) {
      const { status, body, cost } = await updating(p, id, { tsx_source: templateOf("changed") });
      expect([status, Object.keys(body), cost.d1]).toEqual([200, ["rendered_html"], 2]);
      expect(body.rendered_html).toContain("<p>changed</p>");
      expect(await templateWith(p, id)).toMatchObject({ tsx_source: templateOf("changed") });
    }
    expect(await templateWith(await project(), magicLink)).not.toMatchObject({ tsx_source: templateOf("changed") });
  });

  it("200: keeps, sets and clears the theme, and shows the email in it", async () => {
    const themes: Record<string, Json> = {
      [`emails.themes.${light}.tsxSource`]: themeOf("light"),
      [`emails.themes.${dark}.tsxSource`]: themeOf("dark"),
    };
    const [p, unknown] = [await project({ ...ownServer, ...themes }), newId()];
    const id = await created(p);
    for (const [theme_id, stored, shown] of [
      [undefined, undefined, "light"],
      [dark, dark, "dark"],
      [undefined, dark, "dark"],
      [false, false, undefined],
      [undefined, false, undefined],
      [null, undefined, "light"],
      // One that the project does not have: emails are sent in the active one.
      [unknown, unknown, "light"],
    ]) {
      const { body } = await updating(p, id, { theme_id });
      const [, title] = /<main title="(\w+)">/.exec(body.rendered_html as string) ?? [];
      expect([(await templateWith(p, id))?.theme_id, title]).toEqual([stored, shown]);
    }
  });

  it("200 for edits of two templates at once, of which none is lost", async () => {
    const p = await project(ownServer);
    const ids = await Promise.all(times(2, (index) => created(p, `Welcome ${index}`)));
    const edits = ids.map((id) => updating(p, id, { tsx_source: templateOf(id) }));
    expect(statuses(await Promise.all(edits))).toEqual(new Set([200]));
    const own = (await listed(p)).slice(5);
    expect(own.map(({ tsx_source }) => tsx_source).toSorted()).toEqual(ids.map(templateOf).toSorted());
  });

  it("400 REQUIRES_CUSTOM_EMAIL_SERVER before 404 by the shared server", async () => {
    // Attack: a stranger's project sends advertisements by the shared server, as the emails of signing in.
    const p = await project();
    for (const id of [magicLink, newId()]) {
      expectError(await updating(p, id, {}), 400, "REQUIRES_CUSTOM_EMAIL_SERVER");
    }
  });

  it("404 before the source is looked at for a template that the project does not have", async () => {
    // Attack: another project's template is changed by its id, or a deleted one comes back without its name.
    const p = await project(ownServer);
    const [theirs, deleted] = [await created(await project(ownServer)), await created(p)];
    await configuring(p, { [`emails.templates.${deleted}`]: null });
    const before = await listed(p);
    for (const id of [newId(), theirs, deleted, light]) {
      expectPlainError(await updating(p, id, { tsx_source: "export {" }), 404, notFound);
    }
    for (const id of ["__proto__", "constructor", "x"]) expectError(await updating(p, id, {}), 400, "SCHEMA_ERROR");
    expect(await listed(p)).toEqual(before);
  });

  it("400 EMAIL_RENDERING_ERROR for a source that does not render or lacks a part, which is not stored", async () => {
    const p = await project(ownServer);
    const before = await templateWith(p, magicLink);
    const edit = (tsx_source: string) => updating(p, magicLink, { tsx_source });
    const importing = 'import { NotificationCategory, Subject } from "@stackframe/emails";\n';
    const lacking = (part: string) => `${importing}export const EmailTemplate = () => <>${part}</>;`;
    const [subject, category] = ['<Subject value="x" />', '<NotificationCategory value="Marketing" />'];

    await expectRenderingError(edit("export function EmailTemplate() {"), /template/);
    await expectRenderingError(edit("\nexport function EmailTemplate() { return missing; }"), /line 2.*missing/);
    const needs = (name: string) => `${name} is required, import it from @stackframe/emails`;
    await expectRenderingError(edit(lacking("")), needs("Subject"));
    await expectRenderingError(edit(lacking(category)), needs("Subject"));
    await expectRenderingError(edit(lacking(subject)), needs("NotificationCategory"));
    const twice = 'Expected exactly one occurrence of component "Subject", found 2.';
    await expectRenderingError(edit(lacking(subject + subject + category)), twice);
    expect(await templateWith(p, magicLink)).toEqual(before);
  });

  it("400 SCHEMA_ERROR for a theme that is no id, and for a source that is too long", async () => {
    const p = await project(ownServer);
    for (const body of [{ theme_id: "dark" }, { theme_id: true }, { tsx_source: null }, { display_name: "x" }]) {
      expectError(await updating(p, magicLink, body), 400, "SCHEMA_ERROR");
    }
    const tsx_source = `${templateOf("x")}//${"x".repeat(200_000)}`;
    expectError(await updating(p, magicLink, { tsx_source }), 400, "SCHEMA_ERROR");
  });
});

describe("the audit log", () => {
  it("names who created and changed a template", async () => {
    const p = await project(ownServer);
    const id = await created(p);
    await updating(p, id, {});
    await expectRenderingError(updating(p, id, { tsx_source: "export {" }), "");
    const { body } = await p.admin("GET /internal/audit-events", { query: { target_id: id } });
    const types = (body.items as { type: string }[]).map(({ type }) => type);
    expect(types.toSorted()).toEqual(["email_template.created", "email_template.updated"]);
  });
});

describe("DELETE /internal/email-templates/{template_id}", () => {
  it("200 and it is gone, 404 plain the second time", async () => {
    const p = await project();
    const { body } = await p.admin("POST /internal/email-templates", { body: { display_name: "Old" } });
    const deleting = () =>
      p.admin("DELETE /internal/email-templates/{template_id}", { params: { template_id: body.id } });
    expect((await deleting()).body).toEqual({ success: true });
    const { templates } = (await p.admin("GET /internal/email-templates")).body;
    expect(templates.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expectPlainError(await deleting(), 404, "No template found with given id");
  });
});
