import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { authorizationCodes } from "../../../db/oauth-flows/schema";
import { hashSecret, newSecret } from "../../../platform/secrets";
import { expectTooMany, limited, refused, statuses, times } from "../../../testing/limited";
import { anonymousUser } from "../../../testing/password-sign-ins";
import { db, internalProject, type TestProject, type Tokens } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import { claimsOf, exchange, signedIn } from "../../../testing/sign-ins";
import { accessToken, bareUser } from "../../../testing/tokens";
import {
  blog,
  changeSession,
  hostedProject,
  hostedSession,
  reconfigure,
  redemption,
  shop,
  visit,
} from "./hosted.fixtures";

const key = "POST /auth/hosted/authorize";
const body = {
  redirect_uri: shop,
  state: "state",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
};

async function codesOf(p: TestProject) {
  const [rows] = await db.batch([db.select().from(authorizationCodes).where(eq(authorizationCodes.projectId, p.id))]);
  return rows;
}

describe(key, () => {
  it("200 with the website's address, a code, its state and the issuer; two round trips", async () => {
    const p = await hostedProject();
    const { response } = await visit(p, await hostedSession(p), `${shop}&state=old&code=old#top`);
    expect({ status: response.status, d1: response.cost.d1 }).toEqual({ status: 200, d1: 2 });
    const url = new URL(response.body.redirect_url);
    expect(url.origin + url.pathname + url.hash).toBe("https://shop.example/cart");
    expect([...url.searchParams]).toEqual([
      ["item", "1"],
      ["state", "outer state & more"],
      ["code", expect.stringMatching(/^[0-9a-z]{45}$/)],
      ["iss", `http://localhost:8787/api/v1/projects/${p.id}`],
    ]);
  });

  it("stores the hash of the code, and no token", async () => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    const { response } = await visit(p, session);
    const stored = JSON.stringify(await codesOf(p));
    const secrets = [new URL(response.body.redirect_url).searchParams.get("code") ?? "", session.refresh_token];
    for (const secret of [...secrets, session.access_token]) {
      expect(stored).not.toContain(secret);
      if (secret !== secrets[0]) expect(response.body.redirect_url).not.toContain(secret);
    }
  });

  // Attack: a stranger who has signed up has codes made for addresses of 8,000 characters. These differ from a website's own
  // address by their query alone. One network requests 300 a minute, and each address is kept until its code has expired.
  it("429 beyond 300 kilobytes of addresses that one network sends in a minute, though it sends few", async () => {
    const p = await hostedProject();
    const [session, stranger] = [await hostedSession(p), limited()];
    const request = (redirect_uri: string, from: object) =>
      p.as(session).client(key, { body: { ...body, redirect_uri }, ...from });
    // Once more than a minute has room for, so that one which ends meanwhile does not matter.
    const responses = await Promise.all(times(80, () => request(`${shop}&text=${"x".repeat(8_000)}`, stranger)));
    expect(statuses(responses)).toEqual(new Set([200, 429]));
    expectTooMany(refused(responses)[0] as TestResponse, 60);
    expect((await codesOf(p)).length).toBeLessThanOrEqual(76);
    const person = limited();
    expect(statuses(await Promise.all(times(40, () => request(shop, person))))).toEqual(new Set([200]));
  });

  // Evidence: code-made
  // Attack: a link to the hosted pages of a project, at which its user is signed in, that names the attacker's website.
  it.each([
    ["another website", "https://evil.example/"],
    ["a look-alike", "https://shop.example.evil.example/"],
    ["a look-alike by credentials", "https://shop.example@evil.example/"],
    ["a subdomain", "https://a.shop.example/"],
    ["another scheme", "http://shop.example/"],
    ["another port", "https://shop.example:8443/"],
    ["a backslash", "https://shop.example\\@evil.example/"],
    ["a script", "javascript:alert(1)//https://shop.example"],
    ["data", "data:text/html,https://shop.example"],
    ["an app", "app://shop.example/"],
    ["localhost, where the project does not allow it", "http://localhost:3000/"],
    ["the dashboard", "http://localhost:5173/projects"],
    ["the API", "http://localhost:8787/api/v1"],
  ])("400 REDIRECT_URL_NOT_WHITELISTED for %s, with no code made", async (_, redirectUri) => {
    const p = await hostedProject();
    const { response } = await visit(p, await hostedSession(p), redirectUri);
    expectError(response, 400, "REDIRECT_URL_NOT_WHITELISTED");
    expect(await codesOf(p)).toEqual([]);
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED for the hosted pages themselves, of any project and however they are trusted", async () => {
    // Attack: a code that ends on the site that all projects share, on a page of the attacker's project.
    const p = await hostedProject({ "domains.allowLocalhost": true });
    const session = await hostedSession(p);
    const pages = [`/handler/sign-in?project_id=${p.id}`, "/handler/sign-in", "/projects", "/"];
    for (const page of pages) {
      const { response } = await visit(p, session, `http://localhost:5173${page}`);
      expectError(response, 400, "REDIRECT_URL_NOT_WHITELISTED");
    }
    expect((await visit(p, session, "http://localhost:3000/")).response.status).toBe(200);
  });

  it("400 SCHEMA_ERROR for a relative address, no state, and any challenge but S256", async () => {
    // Attack: a downgrade to a challenge that is its own verifier, or to none (RFC 7636 section 7.2).
    const p = await hostedProject();
    const session = await hostedSession(p);
    const wrong = [
      { redirect_uri: "/cart" },
      { redirect_uri: "//evil.example" },
      { state: "" },
      { state: undefined },
      { code_challenge: undefined },
      { code_challenge: "" },
      { code_challenge: "a".repeat(44) },
      { code_challenge: `${"a".repeat(42)}=` },
      { code_challenge_method: "plain" },
      { code_challenge_method: undefined },
    ];
    for (const fields of wrong) {
      const { response } = await visit(p, session, shop, fields);
      expectError(response, 400, "SCHEMA_ERROR");
    }
  });

  it("401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED with the session's access token alone", async () => {
    // Attack: an access token that leaked is valid for minutes. With a code of its own the thief has a session.
    const p = await hostedProject();
    const session = await hostedSession(p);
    const other = await hostedSession(p);
    const twin = await hostedSession(p, { userId: session.userId });
    const { access_token } = session;
    expectError(await p.as({ access_token }).client(key, { body }), 400, "SCHEMA_ERROR");
    for (const refresh_token of ["wrong", other.refresh_token, twin.refresh_token]) {
      const { response } = await visit(p, { access_token, refresh_token });
      expectError(response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
    expect(await codesOf(p)).toEqual([]);
  });

  it("401 once the session has ended, by whatever rule", async () => {
    const p = await hostedProject({ "auth.sessions.idleMinutes": 30 });
    const ended = await hostedSession(p);
    await p.as(ended).client("DELETE /auth/sessions/current");
    const expired = await hostedSession(p, { expiresAt: Date.now() });
    const idle = await hostedSession(p);
    await changeSession(idle.id, { lastUsedAt: Date.now() - 30 * 60_000 });
    for (const session of [ended, expired, idle]) {
      const { response } = await visit(p, session);
      expectError(response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
  });

  it("403 in an impersonation session", async () => {
    // Attack: support staff who act as a user keep a session of the user's on a website.
    const p = await hostedProject();
    const session = await signedIn(p, await bareUser(p.id), { is_impersonation: true });
    const { response } = await visit(p, session);
    expectPlainError(response, 403, "An impersonation session cannot sign its user in to a website.");
  });

  it("403 as an anonymous user", async () => {
    const p = await hostedProject();
    const { tokens } = await anonymousUser(p);
    expectPlainError((await visit(p, tokens)).response, 403, "An anonymous user cannot be signed in to a website.");
  });

  it("400 where the project has switched hosted pages off, and on the internal project", async () => {
    const p = await hostedProject();
    const session = await hostedSession(p);
    await reconfigure(p, { "hostedPages.enabled": false });
    expectPlainError((await visit(p, session)).response, 400, "Hosted pages are not enabled for this project");
    const internal = internalProject();
    const owner = await hostedSession(internal);
    const { response } = await visit(internal, owner, "http://localhost:5173/projects");
    expectPlainError(response, 400, "Hosted pages are not enabled for this project");
  });

  it("401 with the tokens of another project's user", async () => {
    // Attack: the hosted pages of one project ask with the key and the session of another.
    const [p, other] = [await hostedProject(), await hostedProject()];
    const session = await hostedSession(other);
    expectError((await visit(p, session)).response, 401, "INVALID_PROJECT_FOR_ACCESS_TOKEN");
    const access_token = await accessToken(p.id, await bareUser(p.id));
    const mixed = { access_token, refresh_token: session.refresh_token };
    expectError((await visit(p, mixed, blog)).response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });
});

describe("POST /auth/oauth/cross-domain/authorize", () => {
  const crossDomain = "POST /auth/oauth/cross-domain/authorize";
  const callback = "https://shop.example/handler/oauth-callback?stack_cross_domain_auth=1";

  async function sent(p: TestProject, session: Tokens, fields: Record<string, unknown> = {}) {
    const codeVerifier = newSecret();
    const request = {
      ...body,
      redirect_uri: callback,
      code_challenge: await hashSecret(codeVerifier),
      after_callback_redirect_url: "https://shop.example/cart",
      ...fields,
    };
    const response = await p.as(session).client(crossDomain, { body: request });
    return { redirectUri: String(request.redirect_uri), codeVerifier, response };
  }

  it("200 with the callback's own query, a code and the state, also without hosted pages; the code gives a session, once", async () => {
    const p = await hostedProject({ "hostedPages.enabled": false });
    const session = await hostedSession(p);
    const visited = await sent(p, session);
    expect([visited.response.status, visited.response.cost.d1]).toEqual([200, 2]);
    expect([...new URL(visited.response.body.redirect_url).searchParams]).toEqual([
      ["stack_cross_domain_auth", "1"],
      ["code", expect.stringMatching(/^[0-9a-z]{45}$/)],
      ["state", "state"],
    ]);
    const redeemed = await exchange(redemption(p, visited));
    expect(redeemed.body.after_callback_redirect_url).toBe("https://shop.example/cart");
    expect(claimsOf(redeemed.body.access_token)).toMatchObject({ sub: session.userId });
    expect(redeemed.body.refresh_token).not.toBe(session.refresh_token);
    expectError(await exchange(redemption(p, visited)), 400, "INVALID_AUTHORIZATION_CODE");
  });

  // Evidence: cross-domain-code-bound
  it("refuses a code with another verifier or callback, of a session that has ended, or for a website that is trusted no more", async () => {
    // Attack: a code is read from the address bar of the callback, or in the log of the website's server, and redeemed by a stranger.
    const p = await hostedProject();
    const session = await hostedSession(p);
    const visited = await sent(p, session);
    const stolen = { ...redemption(p, visited), code_verifier: newSecret() };
    expectError(await exchange(stolen), 400, "INVALID_AUTHORIZATION_CODE");
    const elsewhere = {
      ...redemption(p, await sent(p, session)),
      redirect_uri: "https://shop.example/handler/oauth-callback",
    };
    expect((await exchange(elsewhere)).status).toBe(400);
    const untrusted = await sent(p, session);
    await reconfigure(p, { "domains.trustedDomains": {} });
    expectError(await exchange(redemption(p, untrusted)), 400, "INVALID_AUTHORIZATION_CODE");
    await reconfigure(p, {});
    const ended = await sent(p, session);
    await changeSession(session.id, { expiresAt: 1 });
    expectError(await exchange(redemption(p, ended)), 400, "INVALID_AUTHORIZATION_CODE");
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED for addresses that the project does not trust, 401 without the session's refresh token", async () => {
    // Attack: a page that leaks the access token, or a link to the sign-in page that has people return to the attacker's website.
    const p = await hostedProject();
    const session = await hostedSession(p);
    for (const fields of [
      { redirect_uri: "https://evil.example/" },
      { after_callback_redirect_url: "https://evil.example/" },
    ]) {
      expectError((await sent(p, session, fields)).response, 400, "REDIRECT_URL_NOT_WHITELISTED");
    }
    const other = await hostedSession(p);
    const mixed = { access_token: session.access_token, refresh_token: other.refresh_token };
    expectError((await sent(p, mixed)).response, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    expect(await codesOf(p)).toEqual([]);
  });
});
