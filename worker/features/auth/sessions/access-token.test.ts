import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { teams } from "../../../db/teams/schema";
import { idPattern, newId } from "../../../platform/secrets";
import { db, project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { claimsOf, exchange, refreshForm, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";
import { KnownProjects } from "./routes";

describe("an access token", () => {
  // Evidence: carries-claim-clients-demand-verifies-against
  it("carries every claim that clients demand, and verifies against the project's public keys", async () => {
    const p = await project();
    const teamId = newId();
    await db.batch([db.insert(teams).values({ projectId: p.id, id: teamId, displayName: "Core", createdAt: 1 })]);
    const userId = await bareUser(p.id, {
      displayName: "Ada",
      primaryEmail: "ada@example.com",
      primaryEmailVerified: true,
      selectedTeamId: teamId,
    });
    const session = await signedIn(p, userId);
    const { body: jwks } = await sendRequest("GET /projects/{project_id}/.well-known/jwks.json", {
      params: { project_id: p.id },
    });
    const { payload, protectedHeader } = await jwtVerify(session.access_token, createLocalJWKSet(jwks), {
      issuer: `http://localhost:8787/api/v1/projects/${p.id}`,
      audience: p.id,
      algorithms: ["ES256"],
    });
    expect(protectedHeader).toEqual({ alg: "ES256", kid: expect.stringMatching(/^.{12}$/) });
    const { iat = 0, exp = 0, ...claims } = payload;
    expect(exp - iat).toBe(600);
    expect(claims).toEqual({
      sub: userId,
      iss: `http://localhost:8787/api/v1/projects/${p.id}`,
      aud: p.id,
      project_id: p.id,
      branch_id: "main",
      refresh_token_id: session.id,
      role: "authenticated",
      name: "Ada",
      email: "ada@example.com",
      email_verified: true,
      selected_team_id: teamId,
      is_anonymous: false,
      is_restricted: false,
      restricted_reason: null,
      requires_totp_mfa: false,
      signed_up_at: expect.closeTo(Date.now() / 1000, -2),
    });
    expect(session.id).toMatch(idPattern);
  });

  it("has null for fields that the user lacks", async () => {
    const p = await project();
    const { access_token } = await signedIn(p, await bareUser(p.id));
    expect(claimsOf(access_token)).toMatchObject({ name: null, email: null, selected_team_id: null });
  });

  it("has what newer clients demand of the user: second factor, sign-up in seconds, and why they are kept from full use", async () => {
    const p = await project();
    const signedUpAt = 1_767_225_600_999;
    const userId = await bareUser(p.id, { isAnonymous: true, requiresTotpMfa: true, signedUpAt });
    const session = await signedIn(p, userId);
    const { body: refreshed } = await exchange(refreshForm(p, session.refresh_token));
    for (const { access_token } of [session, refreshed]) {
      expect(claimsOf(access_token)).toMatchObject({
        is_restricted: true,
        restricted_reason: { type: "anonymous" },
        requires_totp_mfa: true,
        signed_up_at: 1_767_225_600,
      });
    }
  });

  it("says that it is of an impersonation session, at refresh too, and only then", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId, { is_impersonation: true });
    const { body: refreshed } = await exchange(refreshForm(p, session.refresh_token));
    for (const { access_token } of [session, refreshed]) {
      expect(claimsOf(access_token)).toMatchObject({ sub: userId, is_impersonation: true });
    }
  });

  // Attack: an anonymous user's token shown to a backend that checks nothing but the signature against the key set.
  it("of an anonymous user has an audience, an issuer and keys of its own", async () => {
    const p = await project();
    const session = await signedIn(p, await bareUser(p.id, { isAnonymous: true }));
    expect(claimsOf(session.access_token)).toMatchObject({
      iss: `http://localhost:8787/api/v1/projects-anonymous-users/${p.id}`,
      aud: `${p.id}:anon`,
      is_anonymous: true,
    });
    const keySet = async (query: Record<string, string>) => {
      const params = { project_id: p.id };
      return (await sendRequest("GET /projects/{project_id}/.well-known/jwks.json", { params, query })).body;
    };
    const named = createLocalJWKSet(await keySet({}));
    await expect(jwtVerify(session.access_token, named)).rejects.toThrow("no applicable key found");
    const all = createLocalJWKSet(await keySet({ include_anonymous: "true" }));
    expect((await jwtVerify(session.access_token, all)).payload.is_anonymous).toBe(true);
  });
});

describe("GET /projects/{project_id}/.well-known/jwks.json", () => {
  const key = "GET /projects/{project_id}/.well-known/jwks.json";

  it("200 without credentials, cacheable for an hour, in one round trip at first, then none", async () => {
    const p = await project();
    const response = await sendRequest(key, { params: { project_id: p.id } });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(response.cost.d1).toBe(1);
    expect((await sendRequest(key, { params: { project_id: p.id } })).cost.d1).toBe(0);
    expect(response.body).toEqual({
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          alg: "ES256",
          kid: expect.stringMatching(/^.{12}$/),
          x: expect.any(String),
          y: expect.any(String),
        },
      ],
    });
    const { access_token } = await signedIn(p, await bareUser(p.id));
    expect(decodeProtectedHeader(access_token).kid).toBe(response.body.keys[0].kid);
  });

  it("200 with other keys for every project, and further ones for its anonymous users", async () => {
    const [p, other] = [await project(), await project()];
    const kids = async (id: string, include: string) => {
      const response = await sendRequest(key, { params: { project_id: id }, query: { include_anonymous: include } });
      return response.body.keys.map((each: { kid: string }) => each.kid);
    };
    const [named, all, foreign] = [await kids(p.id, "false"), await kids(p.id, "true"), await kids(other.id, "true")];
    expect(named).toHaveLength(1);
    expect(all).toHaveLength(2);
    expect(all).toContain(named[0]);
    expect(new Set([...all, ...foreign]).size).toBe(4);
  });

  it("404 for an unknown project", async () => {
    for (const id of [newId(), "unknown"]) {
      expectPlainError(await sendRequest(key, { params: { project_id: id } }), 404, "Project not found");
    }
  });

  it("400 SCHEMA_ERROR for another include_anonymous", async () => {
    const response = await sendRequest(key, {
      params: { project_id: "internal" },
      query: { include_anonymous: "yes" },
    });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("query.include_anonymous must be one of the following values: true, false");
  });
});

describe("GET /projects-anonymous-users/{project_id}/.well-known/{document}", () => {
  const key = "GET /projects-anonymous-users/{project_id}/.well-known/{document}";

  it("307 to the same document of the project, anonymous users' keys included", async () => {
    const p = await project();
    const response = await sendRequest(key, { params: { project_id: p.id, document: "jwks.json" } });
    expect(response.status).toBe(307);
    expect(response.headers.get("location")).toBe(
      `http://localhost:8787/api/v1/projects/${p.id}/.well-known/jwks.json?include_anonymous=true`,
    );
  });

  // Attack: an open redirect through the path.
  it("307 nowhere but to this API", async () => {
    const response = await sendRequest(key, {
      params: { project_id: "..//evil.example", document: "?@evil.example#" },
    });
    expect(response.headers.get("location")).toBe(
      "http://localhost:8787/api/v1/projects/..%2F%2Fevil.example/.well-known/%3F%40evil.example%23?include_anonymous=true",
    );
  });
});

describe("KnownProjects", () => {
  // Attack: tokens of a project that its owner has deleted stay valid for as long as its keys are served.
  it("forgets a project after a minute, however often it is asked for", () => {
    const known = new KnownProjects();
    expect(known.has("a", 1000)).toBe(false);
    known.note("a", 1000);
    expect([1000, 30_000, 60_999, 61_000].map((now) => known.has("a", now))).toEqual([true, true, true, false]);
  });

  it("keeps the latest of many projects only", () => {
    const known = new KnownProjects(2);
    for (const id of ["a", "b", "a", "c"]) known.note(id, 1000);
    expect(["a", "b", "c"].map((id) => known.has(id, 1000))).toEqual([true, false, true]);
  });
});
