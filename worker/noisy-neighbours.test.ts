// Tests what one project notices of another one, or of a stranger, that floods the isolate which they share: by the order of responses.
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { newId } from "./platform/secrets";
import { turnOf } from "./platform/turns";
import type { EndpointKey } from "./protocol/endpoint";
import type { Tier } from "./protocol/tiers";
import { expectTooMany, limited, refused, times } from "./testing/limited";
import { freshAddress } from "./testing/mailbox";
import { callbackUrl } from "./testing/password-sign-ins";
import { project, type TestProject, tierHeaders } from "./testing/project";
import { sendAndSettle, type TestResponse } from "./testing/send-request";

const [home, elsewhere, third] = ["192.0.2.1", "198.51.100.1", "203.0.113.1"];

let minutes = 0;

async function expectAllServed(responses: Promise<TestResponse>[]): Promise<void> {
  for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
}

/** What has cost a little more than it was taken for makes a few more. */
async function expectSomeRefused(flood: Promise<TestResponse>[]): Promise<void> {
  const tooMany = refused(await Promise.all(flood));
  expect(tooMany.length).toBeGreaterThan(10);
  expect(tooMany.length).toBeLessThan(40);
  for (const response of tooMany) expectTooMany(response, 3);
}

// What an earlier test has sent is long ago then.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ++minutes * 60_000 }));
afterEach(() => void vi.useRealTimers());

/** Sends a request with a key of a project from a network, with limits on. */
function send(
  { id, keys }: TestProject,
  ip: string,
  tier: Tier = "client",
  key: EndpointKey = "GET /projects/current",
) {
  return sendAndSettle(key, limited(ip, tierHeaders(id, tier, keys[tier]) as Record<string, string>));
}

/** The users of a project have just been there, so that others leave room for them. */
async function inUse(ip: string): Promise<TestProject> {
  const p = await project();
  for (const _ of times(10, () => 0)) expect((await send(p, ip)).status).toBe(200);
  return p;
}

// Evidence: what-bodies-take-is-charged
// Attack: a stranger sends bodies of two megabytes with as many fields as fit. They are read before anything is known of the sender. Each
// takes a third of a second, and was taken for the cheapest request.
it("429 for a network's next requests after bodies of many fields, and 200 for another project's users", async () => {
  const quiet = await inUse(home);
  const target = await project();
  const fields = Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [`f${index}`, 0]));
  const body = (of: object) =>
    sendAndSettle("PATCH /users/me", {
      ...limited(elsewhere, tierHeaders(target.id, "client", target.keys.client) as Record<string, string>),
      body: of,
    });
  const statuses = [];
  for (const _ of times(20, () => 0)) statuses.push((await body({})).status);
  expect(statuses).not.toContain(429);
  const long = [];
  for (const _ of times(12, () => 0)) long.push((await body(fields)).status);
  expect(long.filter((status) => status === 429).length).toBeGreaterThan(4);
  await expectAllServed(times(5, () => send(quiet, home)));
});

// Attack: an owner's server sends cheap requests, which have no limit, as fast as it can. A user of every other project in the isolate
// waits for all of them.
it("429 for a server's requests beyond those that have a turn in two seconds, and 200 for another project's users", async () => {
  const quiet = await inUse(home);
  const hostile = await project();
  await send(hostile, elsewhere, "server");
  const flood = times(120, () => send(hostile, elsewhere, "server"));
  await expectAllServed(times(5, () => send(quiet, home)));
  await expectSomeRefused(flood);
});

// Evidence: whatever-has-no-turn-waits
// Attack: an owner who has used up their turns goes on with what costs most: searches, exports, metrics, imports, bulk emails and webhooks.
it("429 for whatever else a project asks for that has no turn, and 200 for another project's users", async () => {
  const quiet = await inUse(home);
  const hostile = await project();
  await send(hostile, elsewhere, "server");
  await send(hostile, elsewhere, "admin");
  const flood = times(170, () => send(hostile, elsewhere, "server"));
  await Promise.all(flood);
  for (const key of [
    "GET /users",
    "POST /users",
    "GET /internal/metrics",
    "GET /internal/audit-events",
    "GET /internal/audit-events/export",
    "POST /emails/send-email",
    "GET /internal/emails/log",
    "POST /webhooks/svix-token",
    "GET /data-vault/stores",
  ] as const) {
    expectTooMany(await send(hostile, elsewhere, "admin", key), 3);
  }
  await expectAllServed(times(5, () => send(quiet, home)));
});

// Attack: a stranger names the project of others in requests that prove nothing. Its share is used up, and its users are the ones who
// wait.
it("429 for what a stranger sends in a project's name, half as soon, and 200 for the users of the project", async () => {
  const quiet = await inUse(home);
  await inUse(third);
  const stranger = { ...quiet, keys: { ...quiet.keys, server: "ssk_wrong" } };
  const flood = times(80, () => send(stranger, elsewhere, "server"));
  await expectAllServed(times(5, () => send(quiet, home)));
  await expectSomeRefused(flood);
});

// Attack: an owner exports the audit log again and again, a piece of work that every other request waits for.
it("429 for exports of the audit log beyond those that have a turn in five seconds", async () => {
  await inUse(home);
  const hostile = await project();
  const exports = await Promise.all(
    times(40, () => send(hostile, elsewhere, "admin", "GET /internal/audit-events/export")),
  );
  expect(refused(exports)).toHaveLength(6);
  for (const response of refused(exports)) expectTooMany(response, 6);
}, 20_000);

const costlyTemplate = `import { Subject } from "@stackframe/emails";
export function EmailTemplate({ variables }) {
  let count = 0;
  while (count < 400_000) count += 1;
  return <><Subject value="Code" /><a href={variables.magicLink}>{count}</a></>;
}`;

// Evidence: costly-own-mails-are-paced
// Attack: an owner's template of sign-in emails computes for as long as one may. Codes to sign in are requested from many networks. No
// share counts emails by a server of their own, and all others in the isolate's thread wait for each.
it("429 for emails whose own template has taken more than the project's part of the time, and 200 for another project's users", async () => {
  const quiet = await inUse(home);
  const { id, keys } = await project({
    "auth.otp.allowSignIn": true,
    "emails.server": {
      isShared: false,
      host: "127.0.0.1",
      port: inject("mailServers").plainPort,
      senderName: "Hostile",
      senderEmail: "mail@hostile.test",
    },
    "emails.templates.822687fe-8d0a-4467-a0d1-416b6e639478": { displayName: "Code", tsxSource: costlyTemplate },
  });
  const email = () =>
    sendAndSettle("POST /auth/otp/send-sign-in-code", {
      body: { email: freshAddress(), callback_url: callbackUrl },
      ...limited(undefined, tierHeaders(id, "client", keys.client) as Record<string, string>),
    });
  expect((await email()).status).toBe(200);
  expectTooMany(await email(), 3);
  await expectAllServed(times(5, () => send(quiet, home)));
});

// Attack: a stranger makes up an id of a project every second, or names one without its key. A project that has the isolate to itself
// leaves room to nobody.
it("leaves no room for projects that nobody has proven", async () => {
  const alone = await project();
  const other = await project();
  for (const id of [newId(), newId(), other.id, other.id]) {
    const response = await send({ ...other, id, keys: { ...other.keys, server: "ssk_wrong" } }, elsewhere, "server");
    expect(response.status).toBeGreaterThanOrEqual(400);
  }
  const { begin } = turnOf({ projectId: alone.id, network: home }, { isLimited: true });
  expect(begin(async () => true)).toBeUndefined();
  await send(other, elsewhere);
  expect(begin(async () => true)).toBeInstanceOf(Promise);
});

// Attack: a stranger is in the network of a project's server, such as that of a cloud. They send requests with made-up ids. The server
// is refused, or they have more turns than one network has.
it("429 for what is sent under made-up ids from one network, and 200 for a proven server in it", async () => {
  await inUse(home);
  const served = await project();
  await send(served, elsewhere, "server");
  const flood = times(120, () => send({ ...served, id: newId() }, elsewhere, "server"));
  await expectAllServed(times(5, () => send(served, elsewhere, "server")));
  await expectSomeRefused(flood);
});

it("200 at once for all that a project sends while nobody else is there", async () => {
  const alone = await project();
  await send(alone, home);
  const { begin } = turnOf({ projectId: alone.id, network: home }, { isLimited: true });
  expect(times(200, () => begin(async () => false))).toEqual(times(200, () => undefined));
});
