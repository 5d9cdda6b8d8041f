import { afterEach, describe, expect, it, vi } from "vitest";
import { newDraftSource } from "../../../config/built-in-emails/new-sources";
import { markDraftSent } from "../../../db/email-drafts/changes";
import { newId } from "../../../platform/secrets";
import { statuses, times } from "../../../testing/limited";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";

const list = "GET /internal/email-drafts";
const create = "POST /internal/email-drafts";
const read = "GET /internal/email-drafts/{draft_id}";
const update = "PATCH /internal/email-drafts/{draft_id}";
const remove = "DELETE /internal/email-drafts/{draft_id}";

const theme = "a0172b5d-cff0-463b-83bb-85124697373a";
const notFound = "No draft found with given id";
const full = "A project has at most 200 drafts, with sources of 8388608 bytes together. Delete some first.";

const creating = (p: TestProject, body: object = {}) => p.admin(create, { body: { display_name: "June", ...body } });
const reading = async (p: TestProject, draft_id: string) => (await p.admin(read, { params: { draft_id } })).body;
const updating = (p: TestProject, draft_id: string, body: object) => p.admin(update, { params: { draft_id }, body });

async function created(p: TestProject, body: object = {}): Promise<string> {
  return (await creating(p, body)).body.id as string;
}

async function listed(p: TestProject) {
  return (await p.admin(list)).body.drafts as { id: string; display_name: string }[];
}

/** The ids of a draft of another project, of one that was deleted, and of one that never was. */
async function idsOfNoDraft(p: TestProject): Promise<string[]> {
  const [theirs, deleted] = [await created(await project()), await created(p)];
  await p.admin(remove, { params: { draft_id: deleted } });
  return [theirs, deleted, newId()];
}

afterEach(() => {
  vi.useRealTimers();
});

describe(list, () => {
  it("200: the project's own drafts, the one that was changed last first, in one round trip", async () => {
    const p = await project();
    await creating(await project());
    expect(await listed(p)).toEqual([]);
    const now = Date.now();
    const ids: string[] = [];
    for (const [after, display_name] of ["first", "second", "third"].entries()) {
      vi.useFakeTimers({ toFake: ["Date"], now: now + after });
      ids.push(await created(p, { display_name }));
    }
    vi.setSystemTime(now + 10);
    await updating(p, ids[0] ?? "", { display_name: "changed" });

    const { body, cost } = await p.admin(list);
    const names = (body.drafts as { display_name: string }[]).map(({ display_name }) => display_name);
    expect([names, cost.d1]).toEqual([["changed", "third", "second"], 1]);
  });
});

describe(create, () => {
  it("200: begins with a sample, in the active theme and not sent, in two round trips", async () => {
    const p = await project();
    const { status, body, cost } = await creating(p);
    expect([status, cost.d1, Object.keys(body)]).toEqual([200, 2, ["id"]]);
    const draft = { display_name: "June", tsx_source: newDraftSource, sent_at_millis: null };
    expect(await reading(p, body.id as string)).toEqual({ id: body.id, ...draft });
    expect(await listed(p)).toEqual([{ id: body.id, ...draft }]);
  });

  it("200: stores the source as it is, also one that does not render, and each kind of theme", async () => {
    const [p, unknownTheme] = [await project(), newId()];
    for (const [sent, stored] of [
      [theme.toUpperCase(), theme],
      // No such theme: the active one is taken when the draft is sent.
      [unknownTheme, unknownTheme],
      [false, false],
    ] as const) {
      const tsx_source = "export const { \u0000 👋 $ ' \" \r\n";
      const id = await created(p, { theme_id: sent, tsx_source });
      expect(await reading(p, id)).toMatchObject({ theme_id: stored, tsx_source });
    }
  });

  it("400 SCHEMA_ERROR for a theme that is null or no id, without a name, or with a field too many", async () => {
    const p = await project();
    for (const body of [
      { theme_id: null },
      { theme_id: true },
      { theme_id: "__proto__" },
      { display_name: undefined },
      { display_name: null },
      { display_name: "x".repeat(1001) },
      { sent_at_millis: 5 },
      { tsx_source: "x".repeat(200_001) },
    ]) {
      expectError(await creating(p, body), 400, "SCHEMA_ERROR");
    }
    expect(await listed(p)).toEqual([]);
  });

  it("413 for a source of megabytes", async () => {
    const text = "The request body must be at most 2097152 bytes";
    expectPlainError(await creating(await project(), { tsx_source: "x".repeat(3_000_000) }), 413, text);
  });

  it("400 beyond 200 drafts or 8 MiB, however many are created at once", async () => {
    // Attack: a project fills the database of all with drafts, in requests that each see room for one more.
    const [p, other] = [await project(), await project()];
    for (const _ of times(19, () => null)) await Promise.all(times(10, () => creating(p, { tsx_source: "" })));
    const responses = await Promise.all(times(30, () => creating(p, { tsx_source: "" })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expectPlainError(await creating(p), 400, full);
    expect(await listed(p)).toHaveLength(200);

    // Two bytes each: 32 of them fill 8 MiB.
    const tsx_source = "é".repeat(128 * 1024);
    expect(statuses(await Promise.all(times(32, () => creating(other, { tsx_source }))))).toEqual(new Set([200]));
    expectPlainError(await creating(other, { tsx_source: "x" }), 400, full);
    const [last] = await listed(other);
    expectPlainError(await updating(other, last?.id ?? "", { tsx_source: `${tsx_source.slice(1)}€` }), 400, full);
    expect((await updating(other, last?.id ?? "", { tsx_source: "x" })).status).toBe(200);
    expect((await creating(other, { tsx_source: "x" })).status).toBe(200);
  });
});

describe(read, () => {
  it("200 in one round trip, with when it was last sent", async () => {
    const p = await project();
    const draftId = await created(p);
    await db.batch([markDraftSent(db, { projectId: p.id, draftId }, { sentAt: 1_767_225_600_000 })]);
    const { body, cost } = await p.admin(read, { params: { draft_id: draftId } });
    expect([body.sent_at_millis, cost.d1]).toEqual([1_767_225_600_000, 1]);
  });

  it("404 for a draft that the project does not have", async () => {
    // Attack: the draft of another project is read by its id.
    const p = await project();
    for (const draft_id of await idsOfNoDraft(p)) {
      expectPlainError(await p.admin(read, { params: { draft_id } }), 404, notFound);
    }
  });

  it("400 SCHEMA_ERROR for what is no id", async () => {
    const p = await project();
    for (const draft_id of ["__proto__", "constructor", "1", `${theme}0`]) {
      expectError(await p.admin(read, { params: { draft_id } }), 400, "SCHEMA_ERROR");
    }
  });
});

describe(update, () => {
  it("200: changes what is sent and keeps the rest, in two round trips", async () => {
    const p = await project();
    const id = await created(p, { theme_id: theme, tsx_source: "before" });
    const { status, body, cost } = await updating(p, id, { tsx_source: "after" });
    expect([status, body, cost.d1]).toEqual([200, { ok: "ok" }, 2]);
    await updating(p, id, { display_name: "July" });
    const changed = { id, display_name: "July", tsx_source: "after", theme_id: theme, sent_at_millis: null };
    expect(await reading(p, id)).toEqual(changed);
    await updating(p, id, { theme_id: false });
    expect(await reading(p, id)).toEqual({ ...changed, theme_id: false });
  });

  it("200 for changes of different fields at once, of which none is lost", async () => {
    const p = await project();
    const id = await created(p);
    await Promise.all(
      [{ display_name: "July" }, { theme_id: theme }, { tsx_source: "x" }].map((body) => updating(p, id, body)),
    );
    expect(await reading(p, id)).toMatchObject({ display_name: "July", theme_id: theme, tsx_source: "x" });
  });

  it("400 SCHEMA_ERROR for a theme that is null, and for the time of sending", async () => {
    const p = await project();
    const id = await created(p, { theme_id: theme });
    for (const body of [{ theme_id: null }, { sent_at_millis: 5 }, { id: newId() }]) {
      expectError(await updating(p, id, body), 400, "SCHEMA_ERROR");
    }
    expect(await reading(p, id)).toMatchObject({ theme_id: theme, sent_at_millis: null });
  });

  it("404 for a draft that the project does not have, which stays as it is", async () => {
    // Attack: the draft that another project is about to send is changed by its id.
    const [p, other] = [await project(), await project()];
    const theirs = await created(other, { tsx_source: "theirs" });
    for (const draft_id of [theirs, ...(await idsOfNoDraft(p))]) {
      expectPlainError(await updating(p, draft_id, { tsx_source: "mine" }), 404, notFound);
    }
    expect(await reading(other, theirs)).toMatchObject({ tsx_source: "theirs" });
  });
});

describe(remove, () => {
  it("200: deletes one draft, and 404 after that", async () => {
    const p = await project();
    const [kept, deleted] = [await created(p), await created(p)];
    const { status, body, cost } = await p.admin(remove, { params: { draft_id: deleted } });
    expect([status, body, cost.d1]).toEqual([200, { success: true }, 2]);
    expect((await listed(p)).map(({ id }) => id)).toEqual([kept]);
    expectPlainError(await p.admin(remove, { params: { draft_id: deleted } }), 404, notFound);
  });

  it("404 for a draft of another project, which stays", async () => {
    // Attack: the drafts of another project are deleted by their ids.
    const [p, other] = [await project(), await project()];
    const theirs = await created(other);
    expectPlainError(await p.admin(remove, { params: { draft_id: theirs } }), 404, notFound);
    expect(await listed(other)).toHaveLength(1);
  });
});

describe("the audit log", () => {
  it("names who created, changed and deleted a draft, and holds none of its text", async () => {
    const p = await project();
    const id = await created(p, { display_name: "Hush", tsx_source: "Hush" });
    await updating(p, id, { tsx_source: "Hush!" });
    await p.admin(remove, { params: { draft_id: id } });
    // What changes nothing is no event.
    await updating(p, id, { tsx_source: "late" });
    await p.admin(remove, { params: { draft_id: id } });

    const { body } = await p.admin("GET /internal/audit-events", { query: { target_id: id } });
    const events = body.items as { type: string; actor: { type: string }; target: unknown }[];
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "email_draft.created",
      "email_draft.deleted",
      "email_draft.updated",
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ actor: { type: "key" }, target: { type: "email_draft", id } });
    }
    expect(JSON.stringify(events)).not.toContain("Hush");
  });
});
