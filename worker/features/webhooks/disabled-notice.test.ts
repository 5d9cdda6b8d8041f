import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { projects } from "../../db/projects/schema";
import { stepOf } from "../../testing/jobs";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { owner } from "../../testing/owner";
import { db, internalProject, project } from "../../testing/project";
import { d1 } from "../../testing/shards";
import { emailDisabledWebhooks } from "./jobs";
import { endpointOf, record, run } from "./webhooks.fixtures";

const day = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
});

it("an endpoint that accepts nothing for five days is disabled, and its owners get an email, once", async () => {
  const [p, me, email] = [await project(), await owner(), freshAddress()];
  const params = { user_id: me.userId };
  await internalProject().server("PATCH /users/{user_id}", { params, body: { primary_email: email } });
  await db.batch([
    db
      .update(projects)
      .set({ ownerTeamId: me.teamId, displayName: "Acme https://evil.example" })
      .where(eq(projects.projectId, p.id)),
  ]);
  const { endpoint, receiver, svix } = await endpointOf(p, { behaviour: "fail" });
  const began = Date.now();
  for (const days of [0, 2, 4.9, 5.1]) {
    expect((await svix.endpoint.get(p.id, endpoint.id)).disabled).toBe(false);
    vi.useFakeTimers({ toFake: ["Date"], now: began + days * day });
    await record(p);
    await run(p, endpoint);
    vi.useRealTimers();
  }
  expect((await svix.endpoint.get(p.id, endpoint.id)).disabled).toBe(true);
  const { items } = (await p.admin("GET /internal/audit-events", { query: { type: "webhook_endpoint.disabled" } }))
    .body;
  expect(items).toMatchObject([{ actor: { type: "system" }, target: { id: endpoint.id } }]);

  vi.useFakeTimers({ toFake: ["Date"], now: began + 5.2 * day });
  while ((await stepOf(emailDisabledWebhooks)).outcome === "more");
  while ((await stepOf(emailDisabledWebhooks)).outcome === "more");
  vi.useRealTimers();
  const emails = await mailbox({ to: email });
  expect(emails).toHaveLength(1);
  expect(emails[0]?.subject).toMatch(/^A webhook endpoint of Acme .* was disabled$/);
  expect(emails[0]?.text).toMatch(/at receiver\.example\.net\s+accepted nothing for five days/);
  // Attack: the name of a project puts a link into an email of the instance.
  expect(emails[0]?.text).not.toContain("https://evil.example");

  await receiver.behave("accept");
  await svix.endpoint.patch(p.id, endpoint.id, { disabled: false });
  await run(p, endpoint);
  expect((await receiver.received()).length).toBeGreaterThan(4);
  const stored = d1.prepare("select failing_since from webhook_endpoints where project_id = ?").bind(p.id);
  expect(await stored.first("failing_since")).toBeNull();
});
