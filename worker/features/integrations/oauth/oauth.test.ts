import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../../db/audit/schema";
import { teamMemberships } from "../../../db/memberships/schema";
import { internalApiKeys } from "../../../db/projects/internal-keys/schema";
import { users } from "../../../db/users/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { hashSecret, newId, newSecret } from "../../../platform/secrets";
import { basic, clients, type TestClient } from "../../../testing/integration-clients";
import { owner } from "../../../testing/owner";
import { db, internalProject, project, tierHeaders } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest, type TestResponse } from "../../../testing/send-request";
import { togetherOrApart } from "../../../testing/shards";
import { clientOf, expectComplaint, families, provisioned } from "../integrations.fixtures";

type Owner = Awaited<ReturnType<typeof owner>>;

const unknownCode = "0".repeat(45);

async function projectOf({ client, teamId }: Owner): Promise<string> {
  const body = { display_name: "Acme", owner_team_id: teamId };
  return (await client("POST /internal/projects", { body })).body.id;
}

async function pkce() {
  const verifier = newSecret();
  return { verifier, challenge: await hashSecret(verifier) };
}

/** In the form of RFC 6749, and with the code of the catalogue. */
function expectInvalidGrant(response: TestResponse): void {
  expectError(response, 400, "INVALID_AUTHORIZATION_CODE");
  const { error, error_description } = response.body;
  expect([error, error_description]).toEqual(["invalid_grant", "The given authorization code is invalid."]);
}

/** Ends a code that is stored, or all of a kind, by its payload's client. */
async function expireCodes(kind: string): Promise<void> {
  await db.batch([db.update(verificationCodes).set({ expiresAt: 1 }).where(eq(verificationCodes.kind, kind))]);
}

describe.each(families)("OAuth for a partner of %s", (family) => {
  const base = `/integrations/${family}/oauth` as const;
  const issuer = `http://localhost:8787/api/v1${base}/idp`;
  const client = clientOf[family];
  const [redirectUri] = client.redirectUris;
  const checkKey = `POST ${base}/interaction/check` as const;
  const approveKey = `POST ${base}/interaction/approve` as const;
  const confirmKey = `POST /integrations/${family}/internal/confirm` as const;

  async function authorize(fields: Record<string, string> = {}): Promise<TestResponse> {
    const { challenge } = await pkce();
    return sendRequest(`GET ${base}/authorize`, {
      query: {
        response_type: "code",
        client_id: client.id,
        redirect_uri: redirectUri,
        state: "st/a?te",
        code_challenge: challenge,
        code_challenge_method: "S256",
        ...fields,
      },
    });
  }

  async function newInteraction(fields: Record<string, string> = {}): Promise<string> {
    const { headers } = await authorize(fields);
    return new URL(headers.get("location") ?? "").searchParams.get("interaction_uid") ?? "";
  }

  /** A request that an owner has agreed to, up to the code. */
  async function approved(me: Owner, projectId: string) {
    const { verifier, challenge } = await pkce();
    const interaction_uid = await newInteraction({ code_challenge: challenge });
    const { body } = await me.client(approveKey, { body: { interaction_uid, project_id: projectId } });
    return { verifier, interaction_uid, code: new URL(body.redirect_url).searchParams.get("code") ?? "" };
  }

  const redeem = (
    { code, verifier }: { code: string; verifier: string },
    { as = client, ...fields }: { as?: TestClient; redirect_uri?: string } = {},
  ) =>
    sendRequest(`POST ${base}/token`, {
      headers: basic(as),
      body: { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri, ...fields },
    });

  describe("the metadata", () => {
    it.each([`GET ${base}`, `GET ${base}/idp/.well-known/openid-configuration`] as const)("200 by %s", async (key) => {
      const response = await sendRequest(key);
      expect([response.status, response.cost.d1]).toEqual([200, 0]);
      expect(response.body).toMatchObject({
        issuer,
        authorization_endpoint: `http://localhost:8787/api/v1${base}/authorize`,
        token_endpoint: `http://localhost:8787/api/v1${base}/token`,
        code_challenge_methods_supported: ["S256"],
      });
    });
  });

  describe(`GET ${base}/authorize`, () => {
    it("303 to the page on which an owner chooses, in one round trip", async () => {
      const response = await authorize();
      expect([response.status, response.cost.d1]).toEqual([303, 1]);
      const page = new URL(response.headers.get("location") ?? "");
      expect(page.origin + page.pathname).toBe(`http://localhost:5173/integrations/${family}/confirm`);
      expect([...page.searchParams.keys()]).toEqual(["interaction_uid"]);
    });

    // Evidence: text-redirect-address-registered-letter
    it("400 as text, and no redirect, for an address that is not registered to the letter", async () => {
      // Attack: a link of the attacker's sends the code of a partner's request to another server.
      const text = "Unknown client_id, or a redirect_uri that is not registered for it.";
      for (const redirect_uri of [
        `${redirectUri}/`,
        `${redirectUri}?x=1`,
        `${redirectUri}#x`,
        redirectUri.replace("https", "http"),
        redirectUri.replace("https://", "https://evil.example@"),
        redirectUri.replace("/callback", "/../callback"),
        redirectUri.toUpperCase(),
        "https://evil.example/callback",
        clients.globex.redirectUris[0],
      ]) {
        const response = await authorize({ redirect_uri });
        expectPlainError(response, 400, text);
        expect(response.headers.get("location")).toBeNull();
      }
      for (const client_id of ["nemo", "", family === "custom" ? clients.neon.id : clients.acme.id]) {
        expectPlainError(await authorize({ client_id }), 400, text);
      }
    });

    it("400 SCHEMA_ERROR without PKCE, with the plain method, and for another response type", async () => {
      // Attack: a code that is bound to nothing can be redeemed by all who see it.
      for (const [name, value] of [
        ["code_challenge", ""],
        ["code_challenge_method", "plain"],
        ["response_type", "token"],
        ["response_type", "code id_token"],
      ] as const) {
        expectError(await authorize({ [name]: value }), 400, "SCHEMA_ERROR");
      }
    });
  });

  describe(checkKey, () => {
    it("200 with the partner, where its code goes, and the way to say no", async () => {
      const interaction_uid = await newInteraction();
      const response = await internalProject().client(checkKey, { body: { interaction_uid } });
      expect([response.status, response.cost.d1]).toEqual([200, 2]);
      expect(response.body).toMatchObject({
        integration: { name: client.name },
        redirect_host: new URL(redirectUri).host,
      });
      const cancel = new URL(response.body.cancel_url);
      expect(cancel.origin + cancel.pathname).toBe(redirectUri);
      expect(Object.fromEntries(cancel.searchParams)).toEqual({
        error: "access_denied",
        state: "st/a?te",
        iss: issuer,
      });
    });
  });

  describe(`${approveKey}, then POST ${base}/token`, () => {
    it("200: the partner gets an admin key of the project that the owner chose", async () => {
      const me = await owner();
      const projectId = await projectOf(me);
      const { verifier, challenge } = await pkce();
      const interaction_uid = await newInteraction({ code_challenge: challenge });
      const approval = await me.client(approveKey, { body: { interaction_uid, project_id: projectId } });
      expect([approval.status, approval.cost.d1]).toEqual([200, 5]);
      const location = new URL(approval.body.redirect_url);
      expect(location.origin + location.pathname).toBe(redirectUri);
      const { code = "", ...others } = Object.fromEntries(location.searchParams);
      expect(others).toEqual({ state: "st/a?te", iss: issuer });

      const response = await redeem({ code, verifier });
      expect([response.status, response.cost.d1]).toEqual([200, togetherOrApart(3, 4)]);
      const { access_token: key, ...rest } = response.body;
      expect(rest).toEqual({ token_type: "api_key", project_id: projectId });
      const read = await sendRequest("GET /internal/projects/current", {
        headers: tierHeaders(projectId, "admin", key),
      });
      expect(read.body.id).toBe(projectId);
      // Listed for its owner, who can revoke it.
      const { items } = (await sendRequest("GET /internal/api-keys", { headers: tierHeaders(projectId, "admin", key) }))
        .body;
      expect(items).toMatchObject([{ description: `Given to ${client.name}` }]);
    });

    it("200, recorded with the client and the owner, without the key; the code is stored as a hash", async () => {
      const me = await owner();
      const projectId = await projectOf(me);
      const granted = await approved(me, projectId);
      const [codes] = await db.batch([db.select().from(verificationCodes)]);
      expect(JSON.stringify(codes)).not.toContain(granted.code);
      const { body } = await redeem(granted);
      const [events] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, projectId))]);
      expect(events).toContainEqual(
        expect.objectContaining({
          type: "integration.key_created",
          actorType: "owner",
          actorId: me.userId,
          details: { client_id: client.id },
        }),
      );
      expect(JSON.stringify(events)).not.toContain(body.access_token);
    });

    // Evidence: invalid-grant-replay-revokes-key
    it("400 invalid_grant, INVALID_AUTHORIZATION_CODE for a replay, which revokes the key", async () => {
      // Attack: a code is stolen with its verifier. One of the two who redeem it is a thief, and neither keeps the key.
      const me = await owner();
      const projectId = await projectOf(me);
      const granted = await approved(me, projectId);
      const { body } = await redeem(granted);
      expectInvalidGrant(await redeem(granted));
      const headers = tierHeaders(projectId, "admin", body.access_token);
      const read = await sendRequest("GET /internal/projects/current", { headers });
      expectError(read, 401, "INVALID_SUPER_SECRET_ADMIN_KEY");
    });

    it("400 invalid_grant, INVALID_AUTHORIZATION_CODE without the verifier, for another client and another address; the code stays", async () => {
      // Attack: a code that was seen on its way is redeemed by someone else, or by another partner to whom it was sent.
      const me = await owner();
      const projectId = await projectOf(me);
      const granted = await approved(me, projectId);
      const wrong = [
        await redeem({ ...granted, verifier: newSecret() }),
        await redeem({ ...granted, verifier: await hashSecret(granted.verifier) }),
        await redeem(granted, { redirect_uri: `${redirectUri}/` }),
        ...(family === "custom" ? [await redeem(granted, { as: clients.globex })] : []),
        await redeem({ ...granted, code: unknownCode }),
        await redeem({ ...granted, code: "x" }),
        await redeem({ ...granted, code: granted.interaction_uid }),
      ];
      for (const response of wrong) expectInvalidGrant(response);
      expect((await redeem(granted)).status).toBe(200);
    });

    it("200 to one of ten redemptions at once, and the key is revoked", async () => {
      // Race: the thief and the partner redeem a code at the same moment.
      const me = await owner();
      const projectId = await projectOf(me);
      const granted = await approved(me, projectId);
      const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(granted)));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const ofProject = eq(internalApiKeys.projectId, projectId);
      const [keys] = await db.batch([db.select().from(internalApiKeys).where(ofProject)]);
      expect(keys.filter(({ manuallyRevokedAt }) => manuallyRevokedAt === null)).toEqual([]);
    });

    it("400 invalid_grant, INVALID_AUTHORIZATION_CODE after five minutes", async () => {
      const me = await owner();
      const granted = await approved(me, await projectOf(me));
      await expireCodes("integration_authorization");
      expectInvalidGrant(await redeem(granted));
    });

    it("400 invalid_grant, INVALID_AUTHORIZATION_CODE once the owner has left the team, changed a credential, or deleted the project", async () => {
      // Attack: a member who is about to be removed leaves a key behind; a thief does before the password is changed.
      const [left, changed, deleted] = [await owner(), await owner(), await owner()];
      const grants = [];
      for (const each of [left, changed, deleted]) {
        const projectId = await projectOf(each);
        grants.push({ projectId, ...(await approved(each, projectId)) });
      }
      await db.batch([
        db.delete(teamMemberships).where(eq(teamMemberships.userId, left.userId)),
        db
          .update(users)
          .set({ credentialVersion: 99 })
          .where(and(eq(users.projectId, "internal"), eq(users.id, changed.userId))),
      ]);
      await sendRequest("DELETE /internal/projects/current", {
        headers: {
          "x-stack-project-id": grants[2]?.projectId,
          "x-stack-access-type": "admin",
          "x-stack-admin-access-token": deleted.token,
        },
      });
      for (const granted of grants) expectInvalidGrant(await redeem(granted));
    });
  });

  describe(approveKey, () => {
    // Evidence: project-user-s-request-left-open
    it("404 PROJECT_NOT_FOUND for a project that is not the user's, with the request left open", async () => {
      // Attack: a user of the dashboard hands out the keys of somebody else's project, or of the instance.
      const [me, other] = [await owner(), await owner()];
      const [mine, theirs] = [await projectOf(me), await projectOf(other)];
      const interaction_uid = await newInteraction();
      const { id: ownerless } = await provisioned(client);
      for (const project_id of [theirs, ownerless, "internal", newId(), "x"]) {
        const response = await me.client(approveKey, { body: { interaction_uid, project_id } });
        expectError(response, 404, "PROJECT_NOT_FOUND", { project_id });
      }
      const body = { interaction_uid, project_id: mine };
      expect((await me.client(approveKey, { body })).status).toBe(200);
    });

    it("400 SCHEMA_ERROR without a user; 401 EXPECTED_INTERNAL_PROJECT on another project", async () => {
      const body = { interaction_uid: unknownCode, project_id: "x" };
      expectError(await internalProject().client(approveKey, { body }), 400, "SCHEMA_ERROR");
      const p = await project();
      const { body: user } = await p.server("POST /users", { body: {} });
      const { body: session } = await p.server("POST /auth/sessions", { body: { user_id: user.id } });
      expectError(await p.as(session).client(approveKey, { body }), 401, "EXPECTED_INTERNAL_PROJECT");
      for (const key of [checkKey, confirmKey]) {
        const fields = key === checkKey ? { interaction_uid: unknownCode } : body;
        expectError(await p.server(key, { body: fields }), 401, "EXPECTED_INTERNAL_PROJECT");
      }
    });

    it("VERIFICATION_CODE errors for a request that is unknown, of the other family, used, or expired", async () => {
      // Attack: a consent is replayed, or given to the partner of one family by the page of the other.
      const me = await owner();
      const project_id = await projectOf(me);
      const interaction_uid = await newInteraction();
      const other = approveKey.replace(family, family === "custom" ? "neon" : "custom") as typeof approveKey;
      const deciding = (uid: string, key = approveKey) =>
        me.client(key, { body: { interaction_uid: uid, project_id } });
      expectError(await deciding(unknownCode), 404, "VERIFICATION_CODE_NOT_FOUND");
      expectError(await deciding(interaction_uid, other), 404, "VERIFICATION_CODE_NOT_FOUND");
      expect((await deciding(interaction_uid)).status).toBe(200);
      expectError(await deciding(interaction_uid), 409, "VERIFICATION_CODE_ALREADY_USED");
      const late = await newInteraction();
      await expireCodes("integration_interaction");
      expectError(await deciding(late), 400, "VERIFICATION_CODE_EXPIRED");
    });
  });

  describe(confirmKey, () => {
    it("200 with a code for an admin key, named after the partner's project", async () => {
      const p = await project();
      const { verifier, challenge } = await pkce();
      const interaction_uid = await newInteraction({ code_challenge: challenge });
      const body = { interaction_uid, project_id: p.id, external_project_name: "Warehouse" };
      const { status, body: made } = await internalProject().server(confirmKey, { body });
      expect([status, new URL(made.redirect_url).searchParams.get("code")]).toEqual([200, made.authorization_code]);
      const { body: granted } = await redeem({ code: made.authorization_code, verifier });
      expect(granted).toMatchObject({ token_type: "api_key", project_id: p.id });
      const { items } = (await p.admin("GET /internal/api-keys")).body;
      expect(items.map(({ description }: { description: string }) => description)).toContain("Given to Warehouse");
    });

    it("404 PROJECT_NOT_FOUND for what is no project, and for the internal one", async () => {
      const interaction_uid = await newInteraction();
      for (const project_id of ["internal", newId(), "x"]) {
        const response = await internalProject().server(confirmKey, { body: { interaction_uid, project_id } });
        expectError(response, 404, "PROJECT_NOT_FOUND", { project_id });
      }
    });
  });

  it("400 SCHEMA_ERROR for another grant type at the token endpoint", async () => {
    const response = await sendRequest(`POST ${base}/token`, {
      headers: basic(client),
      body: { grant_type: "client_credentials", code: "x", code_verifier: "x", redirect_uri: "x" },
    });
    expectComplaint(response, "body.grant_type must be one of the following values: authorization_code");
  });
});
