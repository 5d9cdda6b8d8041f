import { describe, expect, it } from "vitest";
import { UnsealError } from "../../../platform/sealing";
import { connectingProject, hour, linkedUser, settings, store, storedTokens } from "./connected-accounts.fixtures";
import { openToken } from "./index";

describe("storeProviderTokens", () => {
  // Evidence: stores-both-tokens-sealed-scopes
  it("stores both tokens sealed, with the scopes", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    const expiresAt = Date.now() + hour;
    await store(user, { accessToken: "the-access-token", refreshToken: "the-refresh-token", expiresAt, scopes: ["a"] });
    const [row, ...others] = await storedTokens(p);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ scopes: ["a"], expiresAt, refreshingUntil: 0 });
    expect(JSON.stringify(row)).not.toMatch(/the-(access|refresh)-token/);
    const open = (kind: "access" | "refresh", sealed: string | null | undefined) =>
      openToken(settings.serverSecrets, user.account, kind, sealed ?? "");
    expect(await open("access", row?.sealedAccessToken)).toBe("the-access-token");
    expect(await open("refresh", row?.sealedRefreshToken)).toBe("the-refresh-token");
  });

  // Attack: copy another user's tokens to a row of one's own, with write access to the database.
  it("seals for one user's account, project and kind of token, and opens for no other", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    await store(user);
    const sealed = (await storedTokens(p))[0]?.sealedAccessToken ?? "";
    const other = "0c9a4f5e-1111-4111-8111-111111111111";
    const elsewhere = [
      { projectId: other },
      { userId: other },
      { accountId: "another" },
      { providerConfigId: `google/${user.account.accountId}`, accountId: "" },
    ];
    for (const place of elsewhere) {
      const opening = openToken(settings.serverSecrets, { ...user.account, ...place }, "access", sealed);
      await expect(opening).rejects.toThrow(UnsealError);
    }
    await expect(openToken(settings.serverSecrets, user.account, "refresh", sealed)).rejects.toThrow(UnsealError);
  });

  it("stores nothing without a link of the account, and deletes everything with it", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    await store({ account: { ...user.account, accountId: "another" } });
    expect(await storedTokens(p)).toEqual([]);
    await store(user);
    expect(await storedTokens(p)).toHaveLength(1);
    await p.server("DELETE /users/{user_id}", { params: { user_id: user.userId } });
    expect(await storedTokens(p)).toEqual([]);
  });

  it("deletes the tokens that new ones replace, and no others", async () => {
    const p = await connectingProject();
    const [user, other] = [await linkedUser(p), await linkedUser(p)];
    const kept = async () => (await storedTokens(p)).map(({ scopes }) => scopes.join(" "));
    await store(other, { scopes: ["other's"] });
    await store(user, { scopes: ["a", "b"] });
    await store(user, { scopes: ["c"] });
    await store(user, { scopes: ["expired"], expiresAt: Date.now() - 1 });
    await store(user, { scopes: ["expired", "renewable"], expiresAt: Date.now() - 1, refreshToken: "rt" });
    expect(await kept()).toEqual(["other's", "a b", "c", "expired renewable"]);
    await store(user, { scopes: ["a"] });
    expect(await kept()).toEqual(["other's", "a b", "c", "expired renewable", "a"]);
    await store(user, { scopes: ["b", "a", "expired", "renewable"] });
    expect(await kept()).toEqual(["other's", "c", "expired renewable", "b a expired renewable"]);
    await store(user, { scopes: ["renewable", "expired", "c"], refreshToken: "rt" });
    expect(await kept()).toEqual(["other's", "b a expired renewable", "renewable expired c"]);
  });
});
