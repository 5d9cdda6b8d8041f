import { exports } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { selectProjectOfCode } from "../../../db/verification-codes/queries";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { planOf } from "../../../testing/measured-databases";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest, type TestResponse } from "../../../testing/send-request";
import { togetherOrApart } from "../../../testing/shards";
import { bareUser, insertBareUser } from "../../../testing/tokens";
import { marketingId, unsubscribeCodeFor, wantsMarketing } from "./notification-preferences.fixtures";

const link = "GET /emails/unsubscribe-link" as const;
const unsubscribe = "POST /emails/unsubscribe-link" as const;

function open(code: string, query: Record<string, string> = {}): Promise<TestResponse> {
  return sendRequest(link, { query: { code, ...query } });
}

function confirm(code: string, query: Record<string, string> = {}): Promise<TestResponse> {
  return sendRequest(unsubscribe, { query: { code, ...query } });
}

function expectPage({ status, headers, body }: TestResponse, expectedStatus: number, title: string): void {
  const type = headers.get("content-type");
  expect({ status, type }).toEqual({ status: expectedStatus, type: "text/html; charset=utf-8" });
  expect(body).toContain(`<h1>${title}</h1>`);
}

async function changeCodes(p: TestProject, changes: Partial<typeof verificationCodes.$inferInsert>): Promise<void> {
  const ofKind = and(eq(verificationCodes.projectId, p.id), eq(verificationCodes.kind, "unsubscribe"));
  await db.batch([db.update(verificationCodes).set(changes).where(ofKind)]);
}

describe(link, () => {
  // Evidence: page-asks-nothing-changes-often-opened
  // Attack: an email scanner opens all links of an email, and its reader gets no emails any more.
  it("200 a page that asks, and nothing changes, as often as it is opened; in two round trips", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = await unsubscribeCodeFor(p, userId);
    for (const _ of [1, 2]) {
      const opened = await open(code);
      expectPage(opened, 200, "Unsubscribe from marketing emails?");
      expect(opened.body).toContain('<form method="post"><button>Unsubscribe</button></form>');
      expect(opened.cost.d1).toBe(togetherOrApart(2, 3));
    }
    expect(await wantsMarketing(p, userId)).toBe(true);
    expectPage(await confirm(code), 200, "You are unsubscribed from marketing emails");
    expectPage(await open(code), 200, "You have used this link before");
  });

  it("400 `Invalid code` without a code, 404 a page for an unknown one, 400 a page for an expired one", async () => {
    const p = await project();
    expectPlainError(await sendRequest(link), 400, "Invalid code");
    for (const code of ["0".repeat(44), "0".repeat(46)]) expectPlainError(await open(code), 400, "Invalid code");
    expectPage(await open("0".repeat(45)), 404, "This link does not work");
    const code = await unsubscribeCodeFor(p, await bareUser(p.id));
    await changeCodes(p, { expiresAt: Date.now() - 1 });
    expectPage(await open(code), 400, "This link has expired");
  });
});

describe("the page of the link", () => {
  it("names the project and the kind of emails, in its title too", async () => {
    const p = await project();
    await p.admin("PATCH /internal/projects/current", { body: { display_name: "Acme <b> & Sons" } });
    const name = "Acme &lt;b&gt; &amp; Sons";
    const code = await unsubscribeCodeFor(p, await bareUser(p.id));
    for (const [page, title] of [
      [await open(code), "Unsubscribe from marketing emails?"],
      [await confirm(code), "You are unsubscribed from marketing emails"],
      [await confirm(code), "You have used this link before"],
    ] as const) {
      expectPage(page, 200, title);
      expect(page.body).toContain(`<p class="sender">${name}</p>`);
      expect(page.body).toContain(`<title>${title} · ${name}</title>`);
    }
  });

  it("400 for what is not a code, where the request accepts `text/html`", async () => {
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    for (const endpoint of [link, unsubscribe]) {
      for (const code of ["", "0".repeat(44)]) {
        expectPage(await sendRequest(endpoint, { query: { code }, headers }), 400, "This link does not work");
      }
      expectPage(await sendRequest(endpoint, { headers }), 400, "This link does not work");
    }
  });
});

describe(unsubscribe, () => {
  it("200 to the POST that email programs send by themselves (RFC 8058)", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = await unsubscribeCodeFor(p, userId);
    const response = await exports.default.fetch(`http://localhost:8787/api/v1/emails/unsubscribe-link?code=${code}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(response.status).toBe(200);
    expect(await wantsMarketing(p, userId)).toBe(false);
  });

  it("200 switches the emails off, without any headers; 200 and no change the second time", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = await unsubscribeCodeFor(p, userId);
    const opened = await confirm(code);
    expectPage(opened, 200, "You are unsubscribed from marketing emails");
    expect(opened.cost.d1).toBe(togetherOrApart(3, 4));
    expect(await wantsMarketing(p, userId)).toBe(false);

    const category = { user_id: userId, notification_category_id: marketingId };
    await p.server("PATCH /emails/notification-preference/{user_id}/{notification_category_id}", {
      params: category,
      body: { enabled: true },
    });
    expectPage(await confirm(code), 200, "You have used this link before");
    expect(await wantsMarketing(p, userId)).toBe(true);
  });

  it("200 in any case of letters, with what email services append", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = (await unsubscribeCodeFor(p, userId)).toUpperCase();
    expectPage(await confirm(code, { utm_source: "mail" }), 200, "You are unsubscribed from marketing emails");
    expect(await wantsMarketing(p, userId)).toBe(false);
  });

  it("200 to each of many concurrent requests, of which one uses the code", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = await unsubscribeCodeFor(p, userId);
    const pages = await Promise.all(Array.from({ length: 6 }, () => confirm(code)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(pages.filter(({ body }) => body.includes("You are unsubscribed"))).toHaveLength(1);
    expect(await wantsMarketing(p, userId)).toBe(false);
  });

  it("200 in the project of the email only, where another project has a user of the same id", async () => {
    const [p, other] = [await project(), await project()];
    const userId = await bareUser(p.id);
    await db.batch([insertBareUser(other.id, { id: userId })]);
    expectPage(await confirm(await unsubscribeCodeFor(p, userId)), 200, "You are unsubscribed from marketing emails");
    expect([await wantsMarketing(p, userId), await wantsMarketing(other, userId)]).toEqual([false, true]);
  });

  it("responds with a page without scripts, subresources and links, which is not cached", async () => {
    const p = await project();
    const { headers, body } = await confirm(await unsubscribeCodeFor(p, await bareUser(p.id)));
    const nonce = /<style nonce="([\w-]{36})">/.exec(body)?.[1];
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get("cache-control")).toBe("no-store, max-age=0");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(body).not.toMatch(/<script|<a |<img|<form/);
  });

  it("400 `Invalid code` without a code, and for one that is not 45 characters long", async () => {
    expectPlainError(await sendRequest(unsubscribe), 400, "Invalid code");
    for (const code of ["", "0".repeat(44), "0".repeat(46)]) expectPlainError(await confirm(code), 400, "Invalid code");
  });

  it("404 a page for an unknown code", async () => {
    expectPage(await confirm("0".repeat(45)), 404, "This link does not work");
  });

  it("404 a page when the user was deleted", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = await unsubscribeCodeFor(p, userId);
    await p.server("DELETE /users/{user_id}", { params: { user_id: userId } });
    expectPage(await confirm(code), 404, "This link does not work");
  });

  it("400 a page when the code is more than seven days old, and nothing changes", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = await unsubscribeCodeFor(p, userId);
    const [[stored]] = await db.batch([
      db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id)),
    ]);
    expect(stored).toMatchObject({ expiresAt: (stored?.createdAt ?? 0) + 7 * 24 * 60 * 60 * 1000 });
    await changeCodes(p, { expiresAt: Date.now() - 1 });
    expectPage(await confirm(code), 400, "This link has expired");
    expect(await wantsMarketing(p, userId)).toBe(true);
  });

  // Attack: use the code of every email where a code signs in or proves an address; and the other way round.
  it("404 for its code at other endpoints, and a 404 page for theirs", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = await unsubscribeCodeFor(p, userId);
    for (const other of ["POST /contact-channels/verify", "POST /auth/otp/sign-in/check-code"] as const) {
      expectError(await p.client(other, { body: { code } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
    await changeCodes(p, { kind: "email_verification" });
    expectPage(await confirm(code), 404, "This link does not work");
    expect(await wantsMarketing(p, userId)).toBe(true);
  });

  // Attack: an email scanner opens the link with HEAD or GET, and its reader gets no emails any more.
  it("200 without a body to HEAD, which email scanners send, as to GET, and nothing changes", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const code = await unsubscribeCodeFor(p, userId);
    const head = await sendRequest("HEAD /emails/unsubscribe-link" as typeof link, { query: { code } });
    const type = head.headers.get("content-type");
    expect([head.status, head.body, type]).toEqual([200, "", "text/html; charset=utf-8"]);
    expectPage(await open(code), 200, "Unsubscribe from marketing emails?");
    expect(await wantsMarketing(p, userId)).toBe(true);
  });

  it("finds the project of a code by an index", async () => {
    const plan = await planOf(selectProjectOfCode(db, { kind: "unsubscribe", codeHash: "hash" }));
    expect(plan).toContain(
      "SEARCH verification_codes USING COVERING INDEX verification_codes_by_code (code_hash=? AND kind=?)",
    );
    expect(plan).not.toContain("SCAN");
  });
});
