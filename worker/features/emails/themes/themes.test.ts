import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/secrets";
import { statuses, times } from "../../../testing/limited";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";

const list = "GET /internal/email-themes";
const create = "POST /internal/email-themes";
const read = "GET /internal/email-themes/{theme_id}";
const update = "PATCH /internal/email-themes/{theme_id}";
const configure = "PATCH /internal/config/override";

const light = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";
const dark = "a0172b5d-cff0-463b-83bb-85124697373a";
const notFound = "No theme found with given id";

const themeOf = (text: string) => `export function EmailTheme({ children }: { children: unknown }) {
  return <div className="mine"><p>${text}</p>{children}</div>;
}
`;

const reading = (p: TestProject, theme_id: string) => p.admin(read, { params: { theme_id } });
const updating = (p: TestProject, theme_id: string, tsx_source: string) =>
  p.admin(update, { params: { theme_id }, body: { tsx_source } });
const configuring = (p: TestProject, patch: object) =>
  p.admin(configure, { body: { config_override_string: JSON.stringify(patch) } });

async function created(p: TestProject, display_name = "Winter"): Promise<string> {
  return (await p.admin(create, { body: { display_name } })).body.id as string;
}

async function listed(p: TestProject) {
  return (await p.admin(list)).body.themes as { id: string; display_name: string }[];
}

/** Ids of no theme of a project: names that every object has, one of another project's, one that was deleted. */
async function idsOfNoTheme(p: TestProject): Promise<string[]> {
  const [theirs, deleted] = [await created(await project()), await created(p)];
  await configuring(p, { [`emails.themes.${deleted}`]: null });
  return [newId(), theirs, deleted, "__proto__", "constructor", "toString", "x", "a.b", light.toUpperCase()];
}

describe(list, () => {
  it("200: the themes that every project has, then its own, in one round trip", async () => {
    const p = await project();
    const id = await created(p);
    await created(await project());
    const { body, cost } = await p.admin(list);
    expect(body).toEqual({
      themes: [
        { id: light, display_name: "Default Light" },
        { id: dark, display_name: "Default Dark" },
        { id, display_name: "Winter" },
      ],
    });
    expect(cost.d1).toBe(1);
  });
});

describe(create, () => {
  it("200: begins with the source of Default Light, in two round trips", async () => {
    const p = await project();
    await updating(p, light, themeOf("changed"));
    const { status, body, cost } = await p.admin(create, { body: { display_name: "Winter" } });
    expect([status, Object.keys(body), cost.d1]).toEqual([200, ["id"], 2]);
    const original = (await reading(await project(), light)).body.tsx_source;
    expect((await reading(p, body.id as string)).body).toEqual({ display_name: "Winter", tsx_source: original });
  });

  it("400 SCHEMA_ERROR without a name, with an endless one, or with a source", async () => {
    const p = await project();
    for (const body of [{}, { display_name: null }, { display_name: "x".repeat(1001) }]) {
      expectError(await p.admin(create, { body }), 400, "SCHEMA_ERROR");
    }
    expectError(await p.admin(create, { body: { display_name: "x", tsx_source: "x" } }), 400, "SCHEMA_ERROR");
  });

  it("200 for many at once, of which none is lost, and 400 beyond 100", async () => {
    // Attack: requests that each see room for one more.
    const p = await project();
    const named = Object.fromEntries(
      times(94, (index) => [`emails.themes.${newId()}`, { displayName: `${index}`, tsxSource: "" }]),
    );
    await configuring(p, named);
    const responses = await Promise.all(times(8, () => p.admin(create, { body: { display_name: "One more" } })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    const over = responses.find(({ status }) => status !== 200);
    if (over) expectPlainError(over, 400, "A project has at most 100 themes");
    expect(await listed(p)).toHaveLength(100);
  });
});

describe(read, () => {
  it("404 for a theme that the project does not have", async () => {
    // Attack: another project's theme is read by its id, or what every object has passes for one.
    const p = await project();
    for (const id of await idsOfNoTheme(p)) expectPlainError(await reading(p, id), 404, notFound);
  });
});

describe(update, () => {
  it("200: stores the source, also of a theme that every project has, in two round trips", async () => {
    const [p, other] = [await project(), await project()];
    const own = await created(p);
    for (const [id, display_name] of [
      [own, "Winter"],
      [dark, "Default Dark"],
    ] as const) {
      const { status, body, cost } = await updating(p, id, themeOf("changed"));
      expect([status, body, cost.d1]).toEqual([200, { display_name }, 2]);
      expect((await reading(p, id)).body).toEqual({ display_name, tsx_source: themeOf("changed") });
    }
    expect((await reading(other, dark)).body.tsx_source).not.toContain("changed");
  });

  it("200 for edits of two themes at once, of which none is lost", async () => {
    const p = await project();
    const ids = await Promise.all(times(2, () => created(p)));
    const responses = await Promise.all(ids.map((id) => updating(p, id, themeOf(id))));
    expect(statuses(responses)).toEqual(new Set([200]));
    const stored = await Promise.all(ids.map(async (id) => (await reading(p, id)).body.tsx_source));
    expect(stored).toEqual(ids.map(themeOf));
  });

  it("404 before 400 for a theme that the project does not have", async () => {
    // Attack: another project's theme is changed by its id, or a deleted one comes back without its name.
    const p = await project();
    const before = await listed(p);
    for (const id of await idsOfNoTheme(p)) expectPlainError(await updating(p, id, "export {"), 404, notFound);
    expect(await listed(p)).toEqual(before);
  });

  it("400 EMAIL_RENDERING_ERROR with the line for a source that does not render, which is not stored", async () => {
    const p = await project();
    const before = (await reading(p, light)).body;
    for (const [source, error] of [
      ["export function EmailTheme() {", /theme/],
      ["export const Other = () => null;", /EmailTheme/],
      ['\n\nexport function EmailTheme() { throw new Error("Broken"); }', /line 3.*Broken/],
      ['import fs from "fs";\nexport const EmailTheme = () => fs;', /fs/],
    ] as const) {
      const response = await updating(p, light, source);
      expectError(response, 400, "EMAIL_RENDERING_ERROR");
      const { details } = response.body as { details: { error: string } };
      expect(details.error).toMatch(error);
      expect(response.body.error).toBe(`Failed to render email with theme: ${details.error}`);
    }
    expect((await reading(p, light)).body).toEqual(before);
  });

  it("400 EMAIL_RENDERING_ERROR for a theme without the email's content, which is not stored", async () => {
    const p = await project();
    const before = (await reading(p, light)).body;
    for (const source of [
      "export const EmailTheme = () => <main>Empty</main>;",
      "export const EmailTheme = ({ children }) => <main title={String(children)} />;",
      "export const EmailTheme = ({ children }) => <main>{children === 'x' && children}</main>;",
      "export const EmailTheme = () => null;\nEmailTheme.PreviewProps = { children: <p>Hello</p> };",
    ]) {
      const response = await updating(p, light, source);
      expectError(response, 400, "EMAIL_RENDERING_ERROR");
      expect((response.body as { details: { error: string } }).details.error).toMatch(/^theme: .*\{children\}/);
    }
    expect((await reading(p, light)).body).toEqual(before);
  });

  it("200 for a theme whose preview shows content of its own, or that changes where the email's stands", async () => {
    const p = await project();
    for (const source of [
      "export const EmailTheme = ({ children }) => <main>{children}</main>;\nEmailTheme.PreviewProps = { children: <p>Hello</p> };",
      "export const EmailTheme = ({ children, unsubscribeLink }) => <main>{unsubscribeLink && children}</main>;",
      `${(await reading(p, light)).body.tsx_source}// changed`,
    ]) {
      expect((await updating(p, light, source)).status).toBe(200);
      expect((await reading(p, light)).body.tsx_source).toBe(source);
    }
  });

  it("400 SCHEMA_ERROR for a source that is too long, or makes the configuration too long, and 413 for megabytes", async () => {
    const p = await project();
    const long = (size: number) => `${themeOf("x")}//${"x".repeat(size)}`;
    expectError(await updating(p, light, long(200_000)), 400, "SCHEMA_ERROR");
    expectError(await updating(p, light, ""), 400, "EMAIL_RENDERING_ERROR");
    expectPlainError(await updating(p, light, long(3_000_000)), 413, "The request body must be at most 2097152 bytes");
    const many = times(5, (index) => [
      `emails.themes.${newId()}`,
      { displayName: `${index}`, tsxSource: long(190_000) },
    ]);
    await configuring(p, Object.fromEntries(many));
    expectError(await updating(p, await created(p), long(190_000)), 400, "SCHEMA_ERROR", {
      message: "the configuration override must be at most 1048576 bytes",
    });
  });
});

describe("the audit log", () => {
  it("names who created and changed a theme, with what the source was before", async () => {
    const p = await project();
    const id = await created(p);
    await updating(p, id, themeOf("changed"));
    const events = async (query: Record<string, string>) =>
      (await p.admin("GET /internal/audit-events", { query })).body.items as { type: string; details: unknown }[];
    expect((await events({ target_id: id })).map(({ type }) => type).toSorted()).toEqual([
      "email_theme.created",
      "email_theme.updated",
    ]);
    const [changed] = await events({ type: "project.updated" });
    expect(changed?.details).toMatchObject({ changes: [{ key: `emails.themes.${id}.tsxSource` }] });
  });
});

describe("DELETE /internal/email-themes/{theme_id}", () => {
  const deleting = (p: TestProject, theme_id: string) =>
    p.admin("DELETE /internal/email-themes/{theme_id}", { params: { theme_id } });

  it("200 and it is gone; one that every project has is as it came", async () => {
    const p = await project();
    const id = await created(p);
    expect((await deleting(p, id)).status).toBe(200);
    await configuring(p, { [`emails.themes.${light}.displayName`]: "Mine" });
    expect((await deleting(p, light)).status).toBe(200);
    expect((await listed(p)).map((theme) => [theme.id, theme.display_name])).toEqual([
      [light, "Default Light"],
      [dark, "Default Dark"],
    ]);
  });

  it("404 plain for a theme that the project does not have", async () => {
    const p = await project();
    for (const id of await idsOfNoTheme(p)) expectPlainError(await deleting(p, id), 404, notFound);
  });
});
