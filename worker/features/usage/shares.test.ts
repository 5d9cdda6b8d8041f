import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../contracts";
import { sentEmails } from "../../db/emails/schema";
import { type OwnShares, sharesSql } from "../../db/storage/quota-sql";
import type { EndpointKey } from "../../protocol/endpoint";
import { expectTooMany, hex, limited } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { password } from "../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../testing/project";
import { sharesOf, type TestResponse } from "../../testing/send-request";
import { d1 } from "../../testing/shards";

/** bcrypt of `password`, of which a hash takes about 300 ms. */
const costly = "$2b$11$lWbmR/ZtueCGaLg9ondHqeLkVQ76KIrMfNUG.W/svjklvl06c75QW";

const signIn = "POST /auth/password/sign-in";
const render = "POST /emails/render-email";
const sendCode = "POST /auth/otp/send-sign-in-code";

/** What the operator's command does. */
async function setShares({ id }: TestProject, shares: Partial<OwnShares> | undefined): Promise<OwnShares> {
  const all = shares && { hash_seconds: null, renderings: null, emails: null, ...shares };
  const statements = sharesSql(id, all).split("; ");
  const results = await d1.batch<OwnShares>(statements.map((statement) => d1.prepare(statement)));
  return results.at(-1)?.results[0] as OwnShares;
}

interface Share {
  id: string;
  used: number;
  limit: number;
  refused: number;
  window_seconds: number;
  resets_at_millis: number | null;
}

async function shareOf(p: TestProject, name: string): Promise<Share> {
  const { body } = await p.admin("GET /internal/usage");
  return body.shares.find(({ id }: Share) => id === name);
}

/** Of which shares a request has taken; its contract has to say so. */
function taken(key: EndpointKey, response: TestResponse) {
  const shares = sharesOf(response);
  const declared = endpoints.find((endpoint) => endpoint.key === key)?.shares ?? [];
  expect(declared).toEqual(expect.arrayContaining(Object.keys(shares)));
  return shares;
}

const preview = (p: TestProject) => {
  const body = { template_tsx_source: "not even a template", theme_id: false };
  return p.admin(render, { body, ...limited() });
};

const mail = (p: TestProject, email = freshAddress()) => {
  const callback_url = "http://localhost:3000/handler";
  return p.client(sendCode, {
    body: { email, callback_url },
    ...limited(`192.0.2.${Math.floor(Math.random() * 256)}`),
  });
};

const mailing = () => project({ "auth.otp.allowSignIn": true });

describe("GET /internal/usage: the shares of a project", () => {
  it("200 with what is used of each in its window, and how often more was refused", async () => {
    const p = await project();
    const unused = { used: 0, refused: 0, resets_at_millis: null };
    expect((await p.admin("GET /internal/usage")).body.shares).toEqual([
      { id: "hash_seconds", limit: 30, window_seconds: 60, ...unused },
      { id: "renderings", limit: 60, window_seconds: 60, ...unused },
      { id: "emails", limit: 1000, window_seconds: 3600, ...unused },
    ]);
    await setShares(p, { renderings: 2 });
    const before = Date.now();
    for (let number = 0; number < 4; number += 1) await preview(p);
    const share = await shareOf(p, "renderings");
    expect(share).toMatchObject({ used: 2, limit: 2, refused: 2 });
    expect(share.resets_at_millis).toBeGreaterThanOrEqual(before + 60_000);
    expect(share.resets_at_millis).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

describe("a project's share of costly hashes", () => {
  it("429 beyond it, as the operator has set it; `Server-Timing` says what is used, in a request without one more round trip", async () => {
    const p = await project();
    const primary_email = freshAddress();
    await p.server("POST /users", { body: { primary_email, primary_email_auth_enabled: true, password_hash: costly } });
    const guess = (typed: string) => p.client(signIn, { body: { email: primary_email, password: typed } });
    const first = await guess("another password");
    expect([first.status, first.cost.d1]).toEqual([400, 1]);
    expect(Object.keys(taken(signIn, first))).toEqual(["hash_seconds"]);
    expect(taken(signIn, first).hash_seconds).toMatch(/^0\.\d+ of 30$/);
    await setShares(p, { hash_seconds: 1 });
    for (let number = 0; number < 8; number += 1) await guess("another password");
    expectTooMany(await guess(password), 60);
    const share = await shareOf(p, "hash_seconds");
    expect(share).toMatchObject({ limit: 1 });
    expect(share.used).toBeLessThanOrEqual(1);
    expect(share.refused).toBeGreaterThan(0);
    await setShares(p, {});
    expect((await guess(password)).status).toBe(200);
  });
});

describe("a project's share of renderings", () => {
  // Evidence: renderings-share-exact
  it("429 beyond it, of however many at once; other projects go on", async () => {
    // Attack: an owner has previews rendered all at once, which a counter of the edge counts roughly and per location.
    const [p, other] = [await project(), await project()];
    await setShares(p, { renderings: 3 });
    const responses = await Promise.all(Array.from({ length: 9 }, () => preview(p)));
    expect(responses.filter(({ status }) => status !== 429)).toHaveLength(3);
    for (const response of responses) expect(taken(render, response).renderings).toMatch(/^[1-3] of 3$/);
    expectTooMany(await preview(p), 60);
    expect((await preview(other)).status).not.toBe(429);
  });
});

describe("a project's share of emails by the shared server", () => {
  // Evidence: emails-share-of-a-project
  it("429 beyond it, which counts for no address; other projects and servers of their own go on", async () => {
    // Attack: a project sends without end, until the operator's mail server is on every blocklist.
    const [p, other] = [await mailing(), await mailing()];
    await setShares(p, { emails: 2 });
    for (const used of [1, 2]) {
      const response = await mail(p);
      expect([response.status, taken(sendCode, response)]).toEqual([200, { emails: `${used} of 2` }]);
    }
    const address = freshAddress();
    for (let number = 0; number < 7; number += 1) expectTooMany(await mail(p, address), 3600);
    expect(await mailbox({ to: address, atLeast: 0 })).toEqual([]);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 2, limit: 2, refused: 7 });
    const log = db.select({ error: sentEmails.error }).from(sentEmails).where(eq(sentEmails.projectId, p.id));
    const [logged] = await db.batch([log]);
    expect(JSON.stringify(logged)).toContain("used up its emails of this hour");
    expect((await mail(other, address)).status).toBe(200);
    // Seven that were withheld have left the address all of its own project's share.
    await setShares(p, {});
    for (let number = 0; number < 5; number += 1) expect((await mail(p, address)).status).toBe(200);
  });

  it("is not that of a project with a server of its own", async () => {
    const p = await project({ "auth.otp.allowSignIn": true, ...ownServer() });
    await setShares(p, { emails: 1 });
    for (let number = 0; number < 3; number += 1) expect((await mail(p)).status).not.toBe(429);
    expect(await shareOf(p, "emails")).toMatchObject({ used: 0, refused: 0 });
  });
});

/** A mail server that refuses connections. */
const ownServer = () => ({
  "emails.server": {
    isShared: false,
    host: "127.0.0.1",
    port: 9,
    username: "gatehouse",
    password: hex(),
    senderName: "Acme",
    senderEmail: "mail@acme.test",
  },
});

describe("the operator's command for shares", () => {
  it("gives a project shares of its own, and the installation's again", async () => {
    const p = await project();
    const none = { hash_seconds: null, renderings: null, emails: null };
    expect(await setShares(p, undefined)).toEqual(none);
    const own = { hash_seconds: 60, renderings: null, emails: 5000 };
    expect(await setShares(p, own)).toEqual(own);
    expect(await setShares(p, {})).toEqual(none);
  });
});
