import { describe, expect, it } from "vitest";
import { expectError } from "../../../testing/refusals";
import { accessToken } from "../../../testing/tokens";
import {
  baseScopes,
  changeTokens,
  connectingProject,
  linkedUser,
  store,
} from "../connected-accounts/connected-accounts.fixtures";
import { unknownId } from "../users/users.fixtures";

const key = "GET /internal/users/{user_id}/credentials";
const of = (user_id: string) => ({ params: { user_id } });

describe(key, () => {
  it("200 counts the recovery codes that are left; none without a second factor", async () => {
    const p = await connectingProject();
    const { userId } = await linkedUser(p);
    expect((await p.admin(key, of(userId))).body).toEqual({ remaining_recovery_codes: 0, provider_tokens: [] });
    const body = { totp_secret_base64: btoa("12345678901234567890") };
    await p.server("PATCH /users/{user_id}", { ...of(userId), body });
    const as = p.as({ access_token: await accessToken(p.id, userId) });
    await as.client("POST /auth/mfa/recovery-codes");
    const response = await p.admin(key, of(userId));
    expect([response.body.remaining_recovery_codes, response.cost.d1]).toEqual([10, 1]);
    await p.server("PATCH /users/{user_id}", { ...of(userId), body: { totp_secret_base64: null } });
    expect((await p.admin(key, of(userId))).body.remaining_recovery_codes).toBe(0);
  });

  it("200 with the scopes of each consent, and whether its token lasts or can be renewed", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    const before = Date.now();
    await store(user, { scopes: [...baseScopes, "calendar"] });
    await store(user, { scopes: [...baseScopes, "mail"] });
    const read = async () => (await p.admin(key, of(user.userId))).body.provider_tokens;
    const shown = (scope: string, is_usable: boolean) => ({
      oauth_provider_id: user.linkId,
      scopes: [...baseScopes, scope],
      created_at_millis: expect.any(Number),
      is_usable,
    });
    expect(await read()).toEqual([shown("calendar", true), shown("mail", true)]);
    expect((await read())[0].created_at_millis).toBeGreaterThanOrEqual(before);
    await changeTokens(p, { expiresAt: 0 });
    expect(await read()).toEqual([shown("calendar", false), shown("mail", false)]);
    await changeTokens(p, { sealedRefreshToken: "sealed" });
    expect(await read()).toEqual([shown("calendar", true), shown("mail", true)]);
    await p.server("PATCH /oauth-providers/{user_id}/{provider_id}", {
      params: { user_id: user.userId, provider_id: user.linkId },
      body: { allow_connected_accounts: false },
    });
    expect(await read()).toEqual([]);
  });

  // Attack: read a token, or what opens one, in what the dashboard shows of it.
  it("200 without any secret", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    await store(user, { accessToken: "access-secret", refreshToken: "refresh-secret" });
    const { body } = await p.admin(key, of(user.userId));
    expect(Object.keys(body.provider_tokens[0]).sort()).toEqual([
      "created_at_millis",
      "is_usable",
      "oauth_provider_id",
      "scopes",
    ]);
    expect(JSON.stringify(body)).not.toMatch(/secret|sealed/);
  });

  // Attack: learn about a user of another project by their id.
  it("404 USER_NOT_FOUND for a user of another project, and for none", async () => {
    const [p, other] = [await connectingProject(), await connectingProject()];
    const theirs = await linkedUser(other);
    await store(theirs);
    for (const id of [theirs.userId, unknownId]) expectError(await p.admin(key, of(id)), 404, "USER_NOT_FOUND");
  });
});
