import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Statement } from "../../../platform/database";
import { readSettings } from "../../../platform/env";
import { UnsealError } from "../../../platform/sealing";
import { db, project, type TestProject } from "../../../testing/project";
import { create, google } from "../users/users.fixtures";
import { storeProviderTokens } from ".";
import { openToken, type ProviderTokens } from "./provider-tokens";
import { providerTokens } from "./schema";

const settings = readSettings(env);
const hour = 60 * 60 * 1000;

/** A user with a linked account. */
async function linked(p: TestProject, accountId = "g-1") {
  const { id } = await create(p, { oauth_providers: [{ id: "google", account_id: accountId, email: null }] });
  return { projectId: p.id, userId: id as string, providerConfigId: "google", accountId };
}

type Account = Awaited<ReturnType<typeof linked>>;

async function store(account: Account, tokens: Partial<ProviderTokens> = {}) {
  const given = { accessToken: "at", expiresAt: Date.now() + hour, refreshToken: undefined, scopes: ["a"], ...tokens };
  await db.batch((await storeProviderTokens({ db, settings }, account, given)) as [Statement, ...Statement[]]);
}

async function rowsOf(p: TestProject) {
  const [rows] = await db.batch([
    db.select().from(providerTokens).where(eq(providerTokens.projectId, p.id)).orderBy(sql`rowid`),
  ]);
  return rows;
}

describe("storeProviderTokens", () => {
  it("stores both tokens sealed, with the scopes", async () => {
    const p = await project(google);
    const account = await linked(p);
    const expiresAt = Date.now() + hour;
    await store(account, { accessToken: "the-access-token", refreshToken: "the-refresh-token", expiresAt });
    const [row, ...others] = await rowsOf(p);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ scopes: ["a"], expiresAt, refreshingUntil: 0 });
    expect(JSON.stringify(row)).not.toMatch(/the-(access|refresh)-token/);
    const open = (kind: "access" | "refresh", sealed: string | null | undefined) =>
      openToken(settings.serverSecrets, account, kind, sealed ?? "");
    expect(await open("access", row?.sealedAccessToken)).toBe("the-access-token");
    expect(await open("refresh", row?.sealedRefreshToken)).toBe("the-refresh-token");
  });

  // Attack: write to the database, and copy somebody's tokens to a row of one's own to have them handed out.
  it("seals for one user's account, project and kind of token: nowhere else does it open", async () => {
    const p = await project(google);
    const account = await linked(p);
    await store(account);
    const sealed = (await rowsOf(p))[0]?.sealedAccessToken ?? "";
    const other = "0c9a4f5e-1111-4111-8111-111111111111";
    const elsewhere = [
      { projectId: other },
      { userId: other },
      { accountId: "g-2" },
      { providerConfigId: "google/g-1", accountId: "" },
    ];
    for (const place of elsewhere) {
      const opening = openToken(settings.serverSecrets, { ...account, ...place }, "access", sealed);
      await expect(opening).rejects.toThrow(UnsealError);
    }
    await expect(openToken(settings.serverSecrets, account, "refresh", sealed)).rejects.toThrow(UnsealError);
  });

  it("stores nothing without a link of the account, and loses everything with it", async () => {
    const p = await project(google);
    const account = await linked(p);
    await store({ ...account, accountId: "g-2" });
    expect(await rowsOf(p)).toEqual([]);
    await store(account);
    expect(await rowsOf(p)).toHaveLength(1);
    await p.server("DELETE /users/{user_id}", { params: { user_id: account.userId } });
    expect(await rowsOf(p)).toEqual([]);
  });

  it("deletes what new tokens make useless, and no more", async () => {
    const p = await project(google);
    const [account, other] = [await linked(p), await linked(p, "g-2")];
    const kept = async () => (await rowsOf(p)).map(({ scopes }) => scopes.join(" "));
    await store(other, { scopes: ["other's"] });
    await store(account, { scopes: ["a", "b"] });
    await store(account, { scopes: ["c"] });
    await store(account, { scopes: ["expired"], expiresAt: Date.now() - 1 });
    await store(account, { scopes: ["expired", "renewable"], expiresAt: Date.now() - 1, refreshToken: "rt" });
    expect(await kept()).toEqual(["other's", "a b", "c", "expired renewable"]);
    await store(account, { scopes: ["a"] });
    expect(await kept()).toEqual(["other's", "a b", "c", "expired renewable", "a"]);
    await store(account, { scopes: ["b", "a", "expired", "renewable"] });
    expect(await kept()).toEqual(["other's", "c", "expired renewable", "b a expired renewable"]);
    await store(account, { scopes: ["renewable", "expired", "c"], refreshToken: "rt" });
    expect(await kept()).toEqual(["other's", "b a expired renewable", "renewable expired c"]);
  });
});
