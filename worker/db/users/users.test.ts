import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bcryptHash, create, google } from "../../features/users/users/users.fixtures";
import { db, project, type TestProject } from "../../testing/project";
import { planOf } from "../../testing/query-plan";
import { d1 } from "../../testing/shards";
import type { Project } from "../projects/project";
import { teams } from "../teams/schema";
import { isChannel, isPrimaryOf, isVerifiedEmail } from "./contact-channels/queries";
import { readSignInUser, readUser, selectUser, selectUserBySignInAccount, selectUserBySignInEmail } from "./queries";
import { takeEmail, takeProvenEmail } from "./take-email";

async function stored(p: TestProject, userId: string) {
  const [[row]] = await db.batch([selectUser(db, { projectId: p.id, userId })]);
  return row && readUser(row);
}

describe("selectUserBySignInEmail", () => {
  const find = async (p: TestProject, email: string) => {
    const [[row]] = await db.batch([selectUserBySignInEmail(db, { projectId: p.id, email })]);
    return row && readSignInUser(row);
  };

  it("finds the user who signs in with an address, with the password's hash and the flags that sign-in checks", async () => {
    const p = await project({ "teams.createPersonalTeamOnSignUp": true });
    const ada = await create(p, {
      primary_email: "ada@example.com",
      primary_email_auth_enabled: true,
      primary_email_verified: true,
      password_hash: bcryptHash,
      totp_secret_base64: "c2VjcmV0",
    });
    const found = await find(p, "ada@example.com");
    expect(found).toEqual({
      user: await stored(p, ada.id),
      passwordHash: bcryptHash,
      isEmailVerified: true,
      isProvenByMailAlone: false,
      signInProviders: [],
      hasOtherEmail: false,
    });
    expect(found?.user.requiresTotpMfa).toBe(true);
    const bob = await create(p, { primary_email: "bob@example.com", primary_email_auth_enabled: true });
    expect(await find(p, "bob@example.com")).toMatchObject({
      user: { id: bob.id },
      passwordHash: null,
      isEmailVerified: false,
      isProvenByMailAlone: false,
    });
  });

  // Attack: sign in as a user who has the address without signing in with it, or across projects.
  it("finds no user by an address that is not used for sign-in, or in another project", async () => {
    const [p, other] = [await project(), await project()];
    await create(p, { primary_email: "ada@example.com", primary_email_verified: true });
    await create(other, { primary_email: "ada@example.com", primary_email_auth_enabled: true });
    expect(await find(p, "ada@example.com")).toBeUndefined();
  });

  it("is found by the partial index of sign-in addresses", async () => {
    const query = selectUserBySignInEmail(db, { projectId: "p", email: "e" }).toSQL();
    const plan = await d1
      .prepare(`explain query plan ${query.sql}`)
      .bind(...query.params)
      .all<{ detail: string }>();
    const steps = plan.results.map(({ detail }) => detail);
    expect(steps[0]).toContain("USING INDEX contact_channels_one_sign_in");
    expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  });
});

describe("selectUserBySignInAccount", () => {
  const account = { providerConfigId: "google", accountId: "g-1" };
  const find = async (p: TestProject) => {
    const [[row]] = await db.batch([selectUserBySignInAccount(db, { projectId: p.id, ...account })]);
    return row && readUser(row);
  };

  it("finds the user who signs in with an account, with their selected team", async () => {
    const p = await project({ "teams.createPersonalTeamOnSignUp": true, ...google });
    const ada = await create(p, { oauth_providers: [{ id: "google", account_id: "g-1", email: null }] });
    expect(await find(p)).toEqual(await stored(p, ada.id));
  });

  // Evidence: finds-user-link-does-allow-sign
  // Attack: sign in with an account that is only connected, or across providers and projects.
  it("finds no user by a link that does not allow sign-in, of another provider, or in another project", async () => {
    const github = { "auth.oauth.providers.github": { type: "github", isShared: true, allowSignIn: true } };
    const [p, other] = [await project({ ...google, ...github }), await project(google)];
    await create(other, { oauth_providers: [{ id: "google", account_id: "g-1", email: null }] });
    const ada = await create(p, { oauth_providers: [{ id: "github", account_id: "g-1", email: null }] });
    const connected = { allow_sign_in: false, allow_connected_accounts: true };
    await p.server("POST /oauth-providers", {
      body: { user_id: ada.id, provider_config_id: "google", account_id: "g-1", ...connected },
    });
    expect(await find(p)).toBeUndefined();
  });

  it("is found by the partial index of sign-in accounts", async () => {
    const plan = await planOf(selectUserBySignInAccount(db, { projectId: "p", ...account }));
    expect(plan).toContain("USING INDEX oauth_links_one_sign_in");
    expect(plan).not.toContain("SCAN");
  });
});

describe("a selected team that was deleted", () => {
  it("is no longer selected", async () => {
    const p = await project({ "teams.createPersonalTeamOnSignUp": true });
    const user = await create(p);
    await db.batch([db.delete(teams).where(eq(teams.id, user.selected_team_id))]);
    const { body } = await p.server("GET /users/{user_id}", { params: { user_id: user.id } });
    expect(body).toMatchObject({ selected_team_id: null, selected_team: null });
  });
});

describe("takeEmail", () => {
  // Attack: somebody signs up time after time where there are a million users. The search for another user with the address would read
  // each of their rows.
  it("takes an address from another user by the index of sign-in addresses, without reading other users", async () => {
    const user = { projectId: "p", userId: "u" };
    const value = "ada@example.com";
    const batches = [
      takeEmail(db, user, { value, usedForAuth: true, isVerified: false }),
      takeEmail(db, user, { value }, isChannel({ ...user, channelId: "c" })),
      takeEmail(db, user, { usedForAuth: true }, isPrimaryOf(user)),
      ...[true, false].flatMap((allowSignIn) => {
        const project = { id: "p", config: { auth: { password: { allowSignIn } } } } as Project;
        return [
          takeProvenEmail(db, project, user.userId, value),
          takeProvenEmail(db, project, user.userId, { channel: isVerifiedEmail({ ...user, value }) }),
        ];
      }),
    ];
    for (const batch of batches) {
      const statements = batch as unknown as Parameters<typeof planOf>[0][];
      const plans = await Promise.all(statements.map(planOf));
      expect(plans).toHaveLength(5);
      for (const plan of plans) {
        expect(plan).toContain("INDEX contact_channels_one_sign_in");
        expect(plan).not.toMatch(/SCAN (users|contact_channels)/);
      }
    }
  });
});
