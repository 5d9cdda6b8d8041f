import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { projects } from "../../../db/projects/schema";
import { readSettings } from "../../../platform/env";
import { hashSecret, newId, newProjectKey, newSecret } from "../../../platform/secrets";
import { freshAddress } from "../../../testing/mailbox";
import { password, signIn, signUp } from "../../../testing/password-sign-ins";
import { db, internalProject, project, type TestProject, tierHeaders } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { type RequestInput, sendRequest, type TestResponse } from "../../../testing/send-request";
import { claimsOf, exchange } from "../../../testing/sign-ins";
import { plainAppearance } from "../../projects/projects.fixtures";
import { blog, changeSession, hostedProject, reconfigure, shop } from "./hosted.fixtures";

const read = (project_id: string, input: RequestInput = {}) =>
  sendRequest("GET /hosted-pages/{project_id}", { params: { project_id }, ...input });

const keyOf = async (p: TestProject, input?: RequestInput): Promise<string> =>
  (await read(p.id, input)).body.publishable_client_key;

/** Reads the project as a client with a key. */
const readWith = (projectId: string, key: string, input: RequestInput = {}) =>
  sendRequest("GET /projects/current", { ...input, headers: tierHeaders(projectId, "client", key) });

const switchedOff = { "hostedPages.enabled": false };

async function switchOff({ id }: TestProject): Promise<void> {
  await db.batch([
    db
      .update(projects)
      .set({ configOverride: JSON.stringify(switchedOff) })
      .where(eq(projects.projectId, id)),
  ]);
}

describe("GET /hosted-pages/{project_id}", () => {
  it("200 without a key or a project header, in one round trip, to be cached for a minute", async () => {
    const p = await project({
      "domains.allowLocalhost": false,
      "domains.trustedDomains": { a: { baseUrl: "https://good.example", handlerPath: "/handler" } },
      "appearance.accentColor": "#1f5f4f",
    });
    const response = await read(p.id);
    expect(response.body).toEqual({
      project_id: p.id,
      display_name: "Test project",
      publishable_client_key: expect.stringMatching(/^pck_[A-Za-z0-9_-]{43}$/),
      issuer: `http://localhost:8787/api/v1/projects/${p.id}`,
      appearance: { ...plainAppearance, accent_color: "#1f5f4f" },
      frame_ancestors: ["https://good.example"],
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    expect(response.cost.d1).toBe(1);
  });

  it("has the project's image where its appearance has no logo", async () => {
    const p = await project();
    await p.admin("PATCH /internal/projects/current", { body: { logo_url: "https://good.example/logo.png" } });
    expect((await read(p.id)).body.appearance.logo_url).toBe("https://good.example/logo.png");
    await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: JSON.stringify({ "appearance.logoUrl": "https://good.example/own.png" }) },
    });
    expect((await read(p.id)).body.appearance.logo_url).toBe("https://good.example/own.png");
  });

  it("404, not cached and the same, for no project, for one that has switched them off, and for the internal one", async () => {
    const off = await project(switchedOff);
    for (const id of [newId(), off.id, "internal", "%2e", "constructor"]) {
      const response = await read(id);
      expectPlainError(response, 404, "Project not found");
      expect(response.headers.get("cache-control")).toBe("no-store, max-age=0");
    }
  });
});

describe("the key of a project's hosted pages", () => {
  it("200 at client tier, in the round trip that any key takes, and signs users in", async () => {
    const p = await project();
    const key = await keyOf(p);
    const response = await readWith(p.id, key);
    expect({ status: response.status, d1: response.cost.d1 }).toEqual({ status: 200, d1: 1 });
    const { email } = await signUp(p);
    const hosted = {
      ...p,
      client: (name, input) => sendRequest(name, { ...input, headers: tierHeaders(p.id, "client", key) }),
    } as TestProject;
    expect((await signIn(hosted, email)).status).toBe(200);
  });

  it("401 INVALID_PUBLISHABLE_CLIENT_KEY for another project, also for the internal one", async () => {
    // Attack: a website asks for the users of another project with a key that anyone can read.
    const [mine, other] = [await project(), await project()];
    const key = await keyOf(other);
    for (const project_id of [mine.id, "internal"]) {
      expectError(await readWith(project_id, key), 401, "INVALID_PUBLISHABLE_CLIENT_KEY", { project_id });
    }
  });

  it.each([
    ["server", "INVALID_SECRET_SERVER_KEY"],
    ["admin", "INVALID_SUPER_SECRET_ADMIN_KEY"],
  ] as const)("401 at %s tier", async (tier, code) => {
    // Attack: the key that anyone can read, presented as a secret one.
    const p = await project();
    const key = await keyOf(p);
    for (const text of [key, key.replace("pck_", "ssk_"), key.replace("pck_", "sak_")]) {
      const headers = tierHeaders(p.id, tier, text);
      expectError(await sendRequest("GET /users", { headers }), 401, code, { project_id: p.id });
    }
  });

  it("401 for texts of its form that are not it", async () => {
    const p = await project();
    const key = await keyOf(p);
    for (const other of [`${key.slice(0, -1)}${key.endsWith("A") ? "E" : "A"}`, `pck_${"A".repeat(43)}`, `${key}A`]) {
      expectError(await readWith(p.id, other), 401, "INVALID_PUBLISHABLE_CLIENT_KEY");
    }
  });

  it("401 once the project has switched hosted pages off, and for one that is gone", async () => {
    const p = await project();
    const key = await keyOf(p);
    await switchOff(p);
    expectError(await readWith(p.id, key), 401, "INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: p.id });
    await db.batch([db.delete(projects).where(eq(projects.projectId, p.id))]);
    expectError(await readWith(p.id, key), 400, "CURRENT_PROJECT_NOT_FOUND");
  });

  it("stays usable while the root secret is rotated, in both directions", async () => {
    const p = await project();
    const before = await keyOf(p);
    const root = readSettings(env).serverSecrets.current;
    const next = "another-root-secret-of-at-least-32-characters";
    const rotated = { SERVER_SECRET: next, SERVER_SECRET_PREVIOUS: root };
    const after = await keyOf(p, { settings: rotated });
    expect(after).not.toBe(before);
    expect((await readWith(p.id, before, { settings: rotated })).status).toBe(200);
    expect((await readWith(p.id, after, { settings: { SERVER_SECRET_NEXT: next } })).status).toBe(200);
    expect((await readWith(p.id, after)).status).toBe(401);
  });

  it("is not among the project's keys", async () => {
    const p = await project();
    const key = await keyOf(p);
    const { body } = await p.admin("GET /internal/api-keys");
    const lastFour = (text: string) => ({ last_four: text.slice(-4) });
    expect(body.items).toMatchObject([
      {
        publishable_client_key: lastFour(p.keys.client),
        secret_server_key: lastFour(p.keys.server),
        super_secret_admin_key: lastFour(p.keys.admin),
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it("is an OAuth client's secret, of no other project and of none without hosted pages", async () => {
    // Attack: the key of one project redeems what another project's users have been given.
    const [mine, other] = [await project(), await project()];
    const { refresh_token } = await signUp(mine);
    const refresh = (client_secret: string) =>
      sendRequest("POST /auth/oauth/token", {
        body: { grant_type: "refresh_token", refresh_token, client_id: mine.id, client_secret },
      });
    const key = await keyOf(mine);
    expect((await refresh(key)).status).toBe(200);
    expectError(await refresh(await keyOf(other)), 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET");
    await switchOff(mine);
    expectError(await refresh(key), 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET");
  });

  it("has another length than the keys that are stored, which are looked up as ever", async () => {
    const p = await project();
    expect((await keyOf(p)).length).not.toBe(newProjectKey("pck").length);
    expect((await p.client("GET /projects/current")).status).toBe(200);
    expect((await readWith("internal", internalProject().keys.client)).status).toBe(200);
  });
});

/** The hosted pages of a project, which have nothing but its id. */
async function hostedPages(project_id: string) {
  const { body } = await sendRequest("GET /hosted-pages/{project_id}", { params: { project_id } });
  const keys = tierHeaders(project_id, "client", body.publishable_client_key);
  const sessionHeaders = ({ access_token, refresh_token }: Record<string, string>) => ({
    "x-stack-access-token": access_token ?? "",
    "x-stack-refresh-token": refresh_token ?? "",
  });
  return {
    issuer: body.issuer as string,
    send: (key: Parameters<typeof sendRequest>[0], sent?: object, session: Record<string, string> = {}) =>
      sendRequest(key, { body: sent, headers: { ...keys, ...("access_token" in session && sessionHeaders(session)) } }),
  };
}

/** A website without a key, in a browser of its own: it knows the project's id and its own address. */
function website(project_id: string, redirect_uri: string) {
  const [state, code_verifier] = [newSecret(), newSecret()];
  return {
    request: async () => ({
      redirect_uri,
      state,
      code_challenge: await hashSecret(code_verifier),
      code_challenge_method: "S256",
    }),
    /** Takes what its address bar has: nothing but a response to its own request, of the right issuer. */
    finish: (address: string, issuer: string): Promise<TestResponse> => {
      const { searchParams } = new URL(address);
      expect([searchParams.get("state"), searchParams.get("iss")]).toEqual([state, issuer]);
      const code = searchParams.get("code");
      const grant_type = "authorization_code";
      return exchange({ grant_type, code, redirect_uri, code_verifier, client_id: project_id });
    },
  };
}

describe("a person with two websites of one project", () => {
  it("signs up on the hosted pages, is signed in on both, and signs out of all at once", async () => {
    const { id } = await hostedProject();
    const pages = await hostedPages(id);
    const email = freshAddress();
    const verification_callback_url = `http://localhost:5173/handler/email-verification?project_id=${id}`;
    const { body: hosted } = await pages.send("POST /auth/password/sign-up", {
      email,
      password,
      verification_callback_url,
    });

    const sessions = [];
    for (const address of [shop, blog]) {
      const site = website(id, address);
      const { body } = await pages.send("POST /auth/hosted/authorize", await site.request(), hosted);
      const { body: session } = await site.finish(body.redirect_url, pages.issuer);
      expect((await pages.send("GET /users/me", undefined, session)).body.primary_email).toBe(email);
      sessions.push(session);
    }

    expect((await pages.send("DELETE /auth/sessions/current", undefined, sessions[0])).status).toBe(200);
    for (const { refresh_token } of [hosted, ...sessions]) {
      const refreshed = await pages.send(
        "POST /auth/sessions/current/refresh",
        {},
        { access_token: "", refresh_token },
      );
      expectError(refreshed, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
    const again = await pages.send("POST /auth/hosted/authorize", await website(id, shop).request(), hosted);
    expectError(again, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  it("403 REAUTHENTICATION_REQUIRED on a website for a sign-in on the hosted pages that is too old", async () => {
    // Attack: a website asks the hosted pages for another code, to pass for a user who has just shown their password.
    const project = await hostedProject();
    const pages = await hostedPages(project.id);
    const verification_callback_url = `http://localhost:5173/handler/email-verification?project_id=${project.id}`;
    const fields = { email: freshAddress(), password, verification_callback_url };
    const { body: hosted } = await pages.send("POST /auth/password/sign-up", fields);
    await reconfigure(project, { "auth.password.allowSignIn": true, "auth.sessions.reauthenticationMinutes": 15 });
    const sessionId = String(claimsOf(hosted.access_token).refresh_token_id);
    await changeSession(sessionId, { authenticatedAt: Date.now() - 15 * 60_000 });
    const site = website(project.id, shop);
    const { body } = await pages.send("POST /auth/hosted/authorize", await site.request(), hosted);
    const { body: session } = await site.finish(body.redirect_url, pages.issuer);
    const changed = { old_password: password, new_password: "a longer passphrase" };
    expectError(await pages.send("POST /auth/password/update", changed, session), 403, "REAUTHENTICATION_REQUIRED");
  });
});
