import { describe, expect, it } from "vitest";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { type TestProject, tierHeaders } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { sendAndSettle, sendRequest } from "../../testing/send-request";
import { togetherOrApart } from "../../testing/shards";
import { bareUser } from "../../testing/tokens";
import { grantInTeam, teamOf } from "../permissions/permissions.fixtures";
import { changeStored, forgeries, keyProject, strangeTexts, teamKey, userKey } from "./api-keys.fixtures";

const key = "POST /integrations/credential-scanning/revoke";
const report = (apiKey: string) => sendAndSettle(key, { body: { api_key: apiKey } });

/** A user who gets email. */
async function reachableUser(p: TestProject, fields: { displayName?: string } = {}) {
  const email = freshAddress();
  return { email, id: await bareUser(p.id, { primaryEmail: email, primaryEmailVerified: true, ...fields }) };
}

describe(key, () => {
  it("200 for anyone who holds a user's key: it is revoked, and its user gets one email", async () => {
    const p = await keyProject();
    const user = await reachableUser(p, { displayName: "Ada" });
    const made = await userKey(p, user.id, { description: "Build <b>robot</b>" });
    const response = await report(made.value);
    expect([response.status, response.body, response.cost.d1]).toEqual([200, { success: true }, togetherOrApart(2, 3)]);
    expectError(await p.server("POST /user-api-keys/check", { body: { api_key: made.value } }), 401, "API_KEY_REVOKED");
    const [message] = await mailbox({ to: user.email });
    expect(message?.subject).toBe("API Key Revoked: Build <b>robot</b>");
    expect(message?.text).toContain("Hello Ada,");
    // React separates texts by comments.
    for (const part of [message?.text, message?.html?.replaceAll("<!-- -->", "")])
      expect(part).toContain(`which ends in ${made.value.slice(-4)}`);
    expect(message?.html).toContain("Build &lt;b&gt;robot&lt;/b&gt;");
    expect(message?.raw).not.toContain(made.value.slice(3, 48));
    // Reported again: nothing happens, and no second email is sent.
    const at = async () =>
      (await p.server("GET /user-api-keys", { query: { user_id: user.id } })).body.items[0].manually_revoked_at_millis;
    const first = await at();
    expect((await report(made.value)).status).toBe(200);
    expect(await at()).toBe(first);
    expect(await mailbox({ to: user.email, atLeast: 1 })).toHaveLength(1);
  });

  it("200: a team's key is reported by email to all who may manage the team's keys, and to no one else", async () => {
    const p = await keyProject();
    const [direct, nested, member, outsider, silent] = [
      await reachableUser(p),
      await reachableUser(p),
      await reachableUser(p),
      await reachableUser(p),
      await bareUser(p.id),
    ];
    const teamId = await teamOf(p, [direct.id, nested.id, member.id, silent]);
    await grantInTeam(p, teamId, direct.id, "$manage_api_keys", "admin");
    await grantInTeam(p, teamId, nested.id, "admin");
    await grantInTeam(p, teamId, member.id, "basic");
    await grantInTeam(p, teamId, silent, "keeper");
    await grantInTeam(p, await teamOf(p, [outsider.id]), outsider.id, "admin");
    const made = await teamKey(p, teamId);
    expect((await report(made.value)).body).toEqual({ success: true });
    expectError(await p.server("POST /team-api-keys/check", { body: { api_key: made.value } }), 401, "API_KEY_REVOKED");
    for (const { email } of [direct, nested]) expect(await mailbox({ to: email })).toHaveLength(1);
    for (const { email } of [member, outsider]) expect(await mailbox({ to: email, atLeast: 0 })).toEqual([]);
  });

  it("200 and on record as the system's, with the address that the report came from", async () => {
    const p = await keyProject();
    const made = await userKey(p, await bareUser(p.id));
    const headers = { "user-agent": "Mozilla/5.0 (Scanner)", "cf-connecting-ip": "203.0.113.7" };
    await sendAndSettle(key, { body: { api_key: made.value }, headers });
    const { items } = (await p.admin("GET /internal/audit-events", { query: { type: "api_key.leaked" } })).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      actor: { type: "system", id: null },
      ip_address: "203.0.113.7",
      user_agent: "Mozilla/5.0 (Scanner)",
    });
  });

  it("of 10 reports at once: 200 for all, and one email", async () => {
    const p = await keyProject();
    const user = await reachableUser(p);
    const made = await userKey(p, user.id, { description: "x".repeat(1_000) });
    const responses = await Promise.all(Array.from({ length: 10 }, () => report(made.value)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const emails = await mailbox({ to: user.email });
    expect(emails.map(({ subject }) => subject)).toEqual([`API Key Revoked: ${"x".repeat(59)}…`]);
  });

  // Attack: revoking another user's key by guessing or forging its text.
  it("404 API_KEY_NOT_FOUND for what is no key, and the key goes on", async () => {
    const p = await keyProject();
    const made = await userKey(p, await bareUser(p.id));
    for (const text of [...strangeTexts, ...forgeries(made.value), made.id]) {
      expectError(await report(text), 404, "API_KEY_NOT_FOUND");
    }
    expect((await p.server("POST /user-api-keys/check", { body: { api_key: made.value } })).status).toBe(200);
  });

  it("400 PUBLIC_API_KEY_CANNOT_BE_REVOKED, also when it has expired; 401 API_KEY_EXPIRED, also when it is revoked", async () => {
    const p = await keyProject();
    const user = await reachableUser(p);
    const open = await userKey(p, user.id, { is_public: true, expires_at_millis: 1 });
    expectError(await report(open.value), 400, "PUBLIC_API_KEY_CANNOT_BE_REVOKED");
    const expired = await userKey(p, user.id, { expires_at_millis: 1 });
    expectError(await report(expired.value), 401, "API_KEY_EXPIRED");
    await changeStored(expired.id, { manuallyRevokedAt: 1 });
    expectError(await report(expired.value), 401, "API_KEY_EXPIRED");
    expect(await mailbox({ to: user.email, atLeast: 0 })).toEqual([]);
  });

  it("200 where keys have been switched off since, and with the keys of another project", async () => {
    const [p, other] = [await keyProject(), await keyProject()];
    const made = await userKey(p, await bareUser(p.id));
    await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: '{"apiKeys.enabled.user":false}' },
    });
    const headers = tierHeaders(other.id, "client", other.keys.client);
    expect((await sendAndSettle(key, { body: { api_key: made.value }, headers })).status).toBe(200);
  });

  it("400 SCHEMA_ERROR without a key", async () => {
    expectError(await sendRequest(key, { body: {} }), 400, "SCHEMA_ERROR");
  });
});
