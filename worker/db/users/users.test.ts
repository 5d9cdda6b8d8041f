import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { linksOf } from "../../features/users/oauth-links/oauth-links.fixtures";
import { bcryptHash, create, expectFlatRowToFollow, google } from "../../features/users/users/users.fixtures";
import type { Statement } from "../../platform/database";
import { planOf } from "../../testing/measured-databases";
import { db, project, type TestProject } from "../../testing/project";
import { d1, projectsDb } from "../../testing/shards";
import { bareUser } from "../../testing/tokens";
import type { Project } from "../projects/project";
import { foldForSearch, searchName } from "../search-text";
import { teams } from "../teams/schema";
import { isChannel, isPrimaryOf, isVerifiedEmail } from "./contact-channels/queries";
import { isSignInAccountTaken, linkAccount } from "./oauth-links";
import { readSignInUser, readUser, selectUser, selectUserBySignInAccount, selectUserBySignInEmail } from "./queries";
import { users } from "./schema";
import { reindexUsers, searchExpression } from "./search/search-index";
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

const projectId = "89abcdef-0000-4000-8000-000000000000";

describe("foldForSearch", () => {
  it.each([
    ["ADA", "ada"],
    ["Straße", "strasse"],
    ["ΟΔΟΣ", "οδοσ"],
    ["οδος", "οδοσ"],
    ["Ǆ", "dz"],
    ["ﬁne", "fine"],
    ["Ⅳ", "iv"],
    ["e\u0301", "e"],
    ["José Ångström Łódź", "jose angstrom lodz"],
    ["İSTANBUL Işık", "istanbul isik"],
    ["Ёлка й ΆΡΗΣ", "елка и αρησ"],
    ["がぎ 한국 हिन्दी", "がぎ 한국 हिन्दी"],
    ["a\0b", "ab"],
    ["\ud83d", "\ufffd"],
  ])("compares %j as %j", (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });
});

describe("the migration that folds names", () => {
  const queries = env.MIGRATIONS.find(({ name }) => name.includes("folded_names"))?.queries ?? [];

  it("brings every letter that it names into the form of a new name", () => {
    const updates = queries.filter((query) => query.includes("UPDATE users"));
    const letters = updates.flatMap((query) => [...query.matchAll(/, '(.)', '(.?)'\)/gu)]);
    expect(letters.length).toBeGreaterThan(300);
    for (const [, letter = "", folded] of letters) expect([letter, foldForSearch(letter)]).toEqual([letter, folded]);
  });

  it("writes names and their index as new ones are written", async () => {
    const { id: projectId } = await project();
    const userId = await bareUser(projectId);
    const own = eq(users.id, userId);
    const name = "josé łódź 山田太郎";
    await db.batch([
      db.update(users).set({ displayName: name, searchName: name }).where(own),
      ...reindexUsers(db, own),
    ]);
    for (const query of queries) await projectsDb.prepare(query).run();
    const [rows] = await db.batch([db.select({ name: users.searchName }).from(users).where(own)]);
    expect(rows).toEqual([{ name: searchName(name) }]);
    for (const query of ["jose", "lodz", "田太"]) {
      const found = await projectsDb
        .prepare(
          "select users.id from user_search join users on users.ordinal = user_search.rowid where user_search match ?",
        )
        .bind(searchExpression(projectId, query))
        .all();
      expect([query, found.results]).toEqual([query, [{ id: userId }]]);
    }
  });
});

describe("searchName", () => {
  it("keeps the first 256 characters of the folded name, whole ones", () => {
    expect(searchName("Ada")).toBe("ada");
    expect(searchName(null)).toBeNull();
    expect(searchName("😀".repeat(300))).toBe("😀".repeat(256));
  });
});

describe("searchExpression", () => {
  it("is a phrase of trigrams that name the project, in hex", () => {
    expect(searchExpression(projectId, "Abcd")).toBe('"89abcdef616263 89abcdef626364"');
  });

  it("is one token for one or two characters", () => {
    expect(searchExpression(projectId, "é")).toBe('"89abcdef65"');
    expect(searchExpression(projectId, "AB")).toBe('"89abcdef6162"');
  });

  it("also searches for an id, with any punctuation around it, for lower-case version 4 ids only", () => {
    const id = "12345678-1234-4234-8234-123456789abc";
    expect(searchExpression(projectId, `<${id}>`)).toMatch(/^".+" OR "89abcdefid12345678123442348234123456789abc"$/);
    expect(searchExpression(projectId, id.toUpperCase())).not.toContain("OR");
    expect(searchExpression(projectId, id.replace("-4", "-1"))).not.toContain("OR");
  });

  it("is empty for a text without searchable characters and for more than 256", () => {
    expect(searchExpression(projectId, "\0")).toBe('""');
    expect(searchExpression(projectId, "a".repeat(257))).toBe('""');
    expect(searchExpression(projectId, "a".repeat(256))).not.toBe('""');
  });

  // Evidence: searches-look-for-short-phrases
  // Attack: names repeat one character, and so does the query, which none of them has. Every trigram is looked for at every place of every
  // name. A search of 3,000 users holds the database for seconds, and reads three rows.
  it("looks for the first sixteen characters of a longer query", () => {
    const [first, whole] = [searchExpression(projectId, "a".repeat(16)), searchExpression(projectId, "a".repeat(256))];
    expect(whole).toBe(first);
    expect(first.split(" ")).toHaveLength(14);
  });

  // Attack: inject the operators of the search engine.
  it.each(['" OR "', "a* NOT b", "tokens : x", "NEAR(a b, 5)", "^a + b"])(
    "contains nothing of the text %j",
    (query) => {
      expect(searchExpression(projectId, query)).toMatch(/^"[0-9A-Fa-f ]+"$/);
    },
  );
});
