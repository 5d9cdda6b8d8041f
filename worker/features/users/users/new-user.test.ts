import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import { isSignInAccountTaken } from "../../../db/users/oauth-links";
import { readUser, selectUser } from "../../../db/users/queries";
import { passkeys, users } from "../../../db/users/schema";
import type { Statement } from "../../../platform/database";
import { readSettings } from "../../../platform/env";
import { db, project, type TestProject } from "../../../testing/project";
import { newUser, upgradeAnonymousUser } from ".";
import { bcryptHash, create, expectFlatRowToFollow, google } from "./users.fixtures";

async function loaded(p: TestProject) {
  const [[row]] = await db.batch([selectProject(db, { projectId: p.id })]);
  if (!row) throw new Error("The test's project is missing");
  return readProject(row, { settings: readSettings(env) });
}

async function stored(p: TestProject, userId: string) {
  const [[row]] = await db.batch([selectUser(db, { projectId: p.id, userId })]);
  return row && readUser(row);
}

const send = (statements: Statement[]) => db.batch(statements as [Statement, ...Statement[]]);

describe("newUser", () => {
  it("returns the user as the statements store them, personal team included", async () => {
    const p = await project({ "teams.createPersonalTeamOnSignUp": true });
    const { user, statements } = newUser(db, await loaded(p), { displayName: "Ada", primaryEmail: "ada@example.com" });
    await send(statements);
    expect(await stored(p, user.id)).toEqual(user);
  });

  it("gives users that are created at once different places in the order of sign-up", async () => {
    const p = await project();
    const loadedProject = await loaded(p);
    await Promise.all(Array.from({ length: 20 }, () => send(newUser(db, loadedProject, {}).statements)));
    expect((await p.server("GET /users")).body.items).toHaveLength(20);
  });
});

describe("upgradeAnonymousUser", () => {
  const account = { id: "google", account_id: "g-1", email: "ada@gmail.example" };
  const signUp = {
    displayName: "Ada",
    primaryEmail: "ada@example.com",
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true,
    passwordHash: bcryptHash,
    oauthProviders: [account],
  };

  async function anonymous(p: TestProject) {
    const { user, statements } = newUser(db, await loaded(p), { isAnonymous: true });
    await send(statements);
    return user;
  }

  it("keeps id and sign-up time, takes what is given, names the personal team, and returns what it stores", async () => {
    const p = await project({ "teams.createPersonalTeamOnSignUp": true, ...google });
    const before = await anonymous(p);
    const { user, statements } = upgradeAnonymousUser(db, before, signUp);
    await send(statements);
    const { selectedTeam, ...fields } = user;
    const after = await stored(p, before.id);
    expect(after).toMatchObject(fields);
    expect(user).toMatchObject({ id: before.id, signedUpAt: before.signedUpAt, isAnonymous: false, hasPassword: true });
    expect(after?.selectedTeam).toEqual({ ...selectedTeam, displayName: "Ada's Team" });
    await expectFlatRowToFollow(p, before.id);
  });

  it("overwrites a primary address, and leaves the fields that a sign-up does not set", async () => {
    const p = await project();
    const created = await create(p, { is_anonymous: true, display_name: "Nick", primary_email: "old@example.com" });
    const before = await stored(p, created.id);
    if (!before) throw new Error("The test's user is missing");
    await send(upgradeAnonymousUser(db, before, { ...signUp, displayName: null, oauthProviders: [] }).statements);
    expect(await stored(p, created.id)).toMatchObject({ displayName: "Nick", primaryEmail: "ada@example.com" });
    await expectFlatRowToFollow(p, created.id);
  });

  // Attack: session fixation. An attacker creates an anonymous user, passes its tokens on and keeps a way to sign in.
  it("leaves none of the ways to sign in that the anonymous user had", async () => {
    const p = await project(google);
    const attackers = { id: "google", account_id: "g-attacker", email: "mallory@gmail.example" };
    const created = await create(p, {
      is_anonymous: true,
      primary_email: "mallory@example.com",
      primary_email_auth_enabled: true,
      password_hash: bcryptHash,
      oauth_providers: [attackers],
    });
    const userId: string = created.id;
    const passkey = { credentialId: "c", rpId: "localhost", publicKey: "k", signCount: 0, isBackupEligible: false };
    await db.batch([
      db.insert(passkeys).values({ projectId: p.id, userId, createdAt: 1, ...passkey }),
      db.update(users).set({ passkeyAuthEnabled: true }).where(eq(users.id, userId)),
    ]);
    const before = await stored(p, userId);
    if (!before) throw new Error("The test's user is missing");
    const { user, statements } = upgradeAnonymousUser(db, before, { displayName: "Ada", oauthProviders: [account] });
    await send(statements);
    const after = await stored(p, userId);
    expect(after).toEqual(user);
    expect(after).toMatchObject({
      hasPassword: false,
      passkeyAuthEnabled: false,
      primaryEmailAuthEnabled: false,
      oauthProviders: [account],
    });
    const [keys] = await db.batch([db.select().from(passkeys).where(eq(passkeys.userId, userId))]);
    expect(keys).toEqual([]);
    await expectFlatRowToFollow(p, userId);
  });

  it("fails as a whole when the address or the account signs another user in already", async () => {
    const p = await project(google);
    const taken = { primary_email: "ada@example.com", primary_email_auth_enabled: true };
    await create(p, { ...taken, oauth_providers: [account] });
    const before = await anonymous(p);
    const byEmail = send(upgradeAnonymousUser(db, before, { ...signUp, oauthProviders: [] }).statements);
    await expect(byEmail).rejects.toSatisfy(isSignInEmailTaken);
    const byAccount = send(upgradeAnonymousUser(db, before, { oauthProviders: [account] }).statements);
    await expect(byAccount).rejects.toSatisfy(isSignInAccountTaken);
    expect(await stored(p, before.id)).toEqual(before);
  });
});
