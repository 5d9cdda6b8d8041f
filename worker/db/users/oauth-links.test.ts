import { describe, expect, it } from "vitest";
import { linksOf } from "../../features/users/oauth-links/oauth-links.fixtures";
import { create, expectFlatRowToFollow, google } from "../../features/users/users/users.fixtures";
import type { Statement } from "../../platform/database";
import { db, project, type TestProject } from "../../testing/project";
import { isSignInAccountTaken, linkAccount } from "./oauth-links";

const send = (statements: Statement[]) => db.batch(statements as [Statement, ...Statement[]]);

describe("linkAccount", () => {
  const accountOf = (p: TestProject, userId: string) => ({
    projectId: p.id,
    userId,
    providerConfigId: "google",
    accountId: "g-1",
  });

  it("links a new account with both permissions, and keeps its address", async () => {
    const p = await project(google);
    const { id } = await create(p);
    await send(linkAccount(db, { ...accountOf(p, id), email: "ada@gmail.example" }));
    expect(await linksOf(p, id)).toMatchObject([
      {
        providerConfigId: "google",
        accountId: "g-1",
        email: "ada@gmail.example",
        allowSignIn: true,
        allowConnectedAccounts: true,
      },
    ]);
    await expectFlatRowToFollow(p, id);
  });

  it("gives the user's own link both permissions back, with its id; without an address the stored one stays", async () => {
    const p = await project(google);
    const { id } = await create(p);
    const account = { providerConfigId: "google", accountId: "g-1", email: "ada@gmail.example" };
    const permissions = { allow_sign_in: false, allow_connected_accounts: false };
    await send(linkAccount(db, { ...accountOf(p, id), ...account }));
    const linkId = (await linksOf(p, id))[0]?.id ?? "";
    await p.server("PATCH /oauth-providers/{user_id}/{provider_id}", {
      params: { user_id: id, provider_id: linkId },
      body: permissions,
    });
    await send(linkAccount(db, { ...accountOf(p, id), email: null }));
    await send(linkAccount(db, { ...accountOf(p, id), email: null }));
    expect(await linksOf(p, id)).toMatchObject([
      { id: linkId, email: "ada@gmail.example", allowSignIn: true, allowConnectedAccounts: true },
    ]);
    await expectFlatRowToFollow(p, id);
  });

  // Attack: take over the account that another user signs in with.
  it("fails as a whole when the account signs another user in", async () => {
    const p = await project(google);
    await create(p, { oauth_providers: [{ id: "google", account_id: "g-1", email: null }] });
    const { id } = await create(p);
    const linking = send(linkAccount(db, { ...accountOf(p, id), email: null }));
    await expect(linking).rejects.toSatisfy(isSignInAccountTaken);
    expect(await linksOf(p, id)).toEqual([]);
  });
});
