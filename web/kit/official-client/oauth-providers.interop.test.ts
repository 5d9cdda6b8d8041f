import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { signUp, startProject } from "../../../scripts/testing/official-client";

const suite = startProject({
  oauthProviders: [{ id: "google", type: "standard", clientId: "a-client", clientSecret: "a-secret" }],
});

/** A website's signed-in user, and an account that their backend may link to them. */
async function newUser() {
  const app = suite.project.clientApp();
  await signUp(app, newAddress());
  const user = await app.getUser({ or: "throw" });
  const account = {
    userId: user.id,
    providerConfigId: "google",
    accountId: crypto.randomUUID(),
    email: newAddress("account"),
    allowSignIn: false,
    allowConnectedAccounts: true,
  };
  return { user, account };
}

describe("the official client", () => {
  it("200: a backend links an account to a user, changes the link and deletes it", async ({ expect }) => {
    const { account } = await newUser();
    const app = suite.project.serverApp();
    const created = await app.createOAuthProvider(account);
    if (created.status === "error") throw created.error;
    const { providerConfigId: _, ...shown } = account;
    expect(created.data).toMatchObject({ ...shown, type: "google" });
    const user = await app.getUser(account.userId);
    if (!user) throw new Error("The test's user is missing");
    expect(user.oauthProviders).toMatchObject([{ id: "google" }]);
    const link = await user.getOAuthProvider(created.data.id);
    if (!link) throw new Error("The test's link is missing");
    const changes = { accountId: crypto.randomUUID(), email: newAddress("changed"), allowSignIn: true };
    expect(await link.update(changes)).toMatchObject({ status: "ok" });
    expect(await user.listOAuthProviders()).toMatchObject([{ ...shown, ...changes, id: created.data.id }]);
    await link.delete();
    expect(await user.listOAuthProviders()).toEqual([]);
  });

  it("200: a user sees their own links, changes what an account may be used for, and unlinks it", async ({
    expect,
  }) => {
    const { user, account } = await newUser();
    const created = await suite.project.serverApp().createOAuthProvider(account);
    if (created.status === "error") throw created.error;
    const [link] = await user.listOAuthProviders();
    expect(link).toMatchObject({ id: created.data.id, email: account.email, allowSignIn: false });
    expect(link).not.toHaveProperty("accountId", account.accountId);
    expect(await link?.update({ allowSignIn: true })).toMatchObject({ status: "ok" });
    expect(await user.getOAuthProvider(created.data.id)).toMatchObject({ allowSignIn: true });
    await link?.delete();
    expect(await user.listOAuthProviders()).toEqual([]);
  });

  it("400 OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: is returned as a result, for new links and old ones", async ({
    expect,
  }) => {
    const [{ account }, { user, account: other }] = [await newUser(), await newUser()];
    const app = suite.project.serverApp();
    await app.createOAuthProvider({ ...account, allowSignIn: true });
    const refused = { status: "error", error: { errorCode: "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN" } };
    const same = { ...other, accountId: account.accountId };
    expect(await app.createOAuthProvider({ ...same, allowSignIn: true })).toMatchObject(refused);
    await app.createOAuthProvider(same);
    const [link] = await user.listOAuthProviders();
    expect(await link?.update({ allowSignIn: true })).toMatchObject(refused);
  });

  it("400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER, _DOES_NOT_HAVE_REQUIRED_SCOPE: there is no connection", async ({
    expect,
  }) => {
    const { user, account } = await newUser();
    expect(await user.getConnectedAccount("google")).toBeNull();
    await suite.project.serverApp().createOAuthProvider(account);
    expect(await user.getConnectedAccount("google")).toBeNull();
    const seenByServer = await suite.project.serverApp().getUser(user.id);
    expect(await seenByServer?.getConnectedAccount("google")).toBeNull();
  });
});
