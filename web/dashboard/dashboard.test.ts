import { describe, it } from "vitest";
import { changeOf, dayText, ticksOf } from "./charts/line-chart";
import { checkStoreId } from "./data-vault/data-vault-page";
import { parseVaultSearch } from "./data-vault/vault-search";
import { jsonProblem, metadataText, parseMetadata } from "./metadata/metadata-form";
import { countryFlag, countryName } from "./overview/metrics-section";
import { parseOverviewSearch } from "./overview/overview-search";
import { publishableKeyOf } from "./overview/setup-guide";
import { isLastAdmin, isOnlyAdmin, roleCode } from "./owners/owner-roles";
import { type Command, matches, ranked } from "./palette/ranking";
import { parseProjectSearch, projectsWith } from "./projects/project-search";
import { foundSettings } from "./sign-in-methods/method-cards";
import { parseTeamListSearch, parseTeamPageSearch } from "./teams/team-search";
import { english } from "./translation/english";

describe("the publishable key in the code", () => {
  const set = (key: string | null | undefined, isValid = true) => ({
    isValid: () => isValid,
    publishableClientKey: key === undefined ? null : { lastFour: "0000", key },
  });

  it("is the newest one of a valid set that can be shown", ({ expect }) => {
    expect(publishableKeyOf([set(undefined), set(null), set("pck_new"), set("pck_old")])).toBe("pck_new");
    expect(publishableKeyOf([set("pck_revoked", false), set("pck_old")])).toBe("pck_old");
    expect(publishableKeyOf([set(null), set("pck_revoked", false)])).toBeUndefined();
  });
});

const days = (...values: number[]) => values.map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));

describe("ticksOf", () => {
  it("reaches a round number above all values, with a whole number in the middle", ({ expect }) => {
    const tops = [0, 1, 3, 5, 9, 11, 25, 60, 99, 250, 1_204].map((most) => ticksOf([0, most]).at(-1));
    expect(tops).toEqual([2, 2, 4, 6, 10, 20, 30, 60, 100, 300, 2_000]);
    for (let most = 0; most <= 2_000; most++) {
      const ticks = ticksOf([most]);
      expect(ticks.every(Number.isInteger) && (ticks[2] ?? 0) >= most, String(most)).toBe(true);
    }
  });
});

describe("changeOf", () => {
  it("compares the latest days with as many before", ({ expect }) => {
    expect(changeOf(days(1, 1, 2, 1), 2)).toBe(0.5);
    expect(changeOf(days(4, 4, 2, 0), 2)).toBe(-0.75);
  });

  it("is unknown without enough days, or where there was nothing before", ({ expect }) => {
    expect(changeOf(days(1, 2, 3), 2)).toBeNull();
    expect(changeOf(days(0, 0, 2, 1), 2)).toBeNull();
  });
});

it("dayText names the day of UTC in every time zone", ({ expect }) => {
  expect(dayText("2026-01-31", "en-US", { month: "short", day: "numeric" })).toBe("Jan 31");
});

describe("the id of a store", () => {
  it.for(["secrets", "_a", "A-1", "a".repeat(63), " tokens "])("can be %s", (id, { expect }) => {
    expect(checkStoreId(id, ["taken"], english)).toBe(true);
  });

  it.for([
    ["  ", "Enter an ID."],
    ["1a", "Start the ID with a letter or an underscore."],
    ["a.b", "An ID has only the letters a to z, digits, hyphens and underscores."],
    ["a".repeat(64), "Use 63 characters at most."],
    ["taken", "There is a store with this ID already."],
  ] as const)("cannot be %s: %s", ([id, why], { expect }) => {
    expect(checkStoreId(id, ["taken"], english)).toBe(why);
  });
});

describe("the search of the data vault's address", () => {
  it("names the dialog that is open", ({ expect }) => {
    expect(parseVaultSearch({ create: true })).toEqual({ create: true });
    expect(parseVaultSearch({ store: "secrets", open: "rename" })).toEqual({ store: "secrets", open: "rename" });
  });

  it("opens nothing for values that name no dialog", ({ expect }) => {
    expect(parseVaultSearch({ create: "yes" })).toEqual({});
    expect(parseVaultSearch({ store: "secrets" })).toEqual({});
    expect(parseVaultSearch({ store: "", open: "value" })).toEqual({});
    expect(parseVaultSearch({ store: "secrets", open: "constructor" })).toEqual({});
  });
});

describe("metadata as text", () => {
  for (const metadata of [null, { plan: "free", seats: [1, 2] }, "", 0, false, []]) {
    it(`is unchanged after a round trip: ${JSON.stringify(metadata)}`, ({ expect }) => {
      expect(parseMetadata(metadataText(metadata))).toEqual(metadata);
    });
  }

  it("reads blank text as null", ({ expect }) => {
    expect(jsonProblem(" \n")).toBeNull();
    expect(parseMetadata(" \n")).toBeNull();
  });

  it("finds the line of what is not JSON", ({ expect }) => {
    expect(jsonProblem('{\n  "plan": free\n}')?.message).toMatch(/JSON/);
    expect(jsonProblem('{\n  "a": 1,\n  "b": 2,\n}')?.line).toBe(4);
    expect(jsonProblem('{\n  "a": [1,')?.line).toBe(2);
  });
});

describe("a country", () => {
  it("has its name in the language of the reader, and its flag", ({ expect }) => {
    expect([countryName("DE", "en-US"), countryName("DE", "de-DE"), countryFlag("DE")]).toEqual([
      "Germany",
      "Deutschland",
      "🇩🇪",
    ]);
  });

  it("is named by its code, without a flag, where the network has a code of its own", ({ expect }) => {
    expect([countryName("T1", "en-US"), countryFlag("T1")]).toEqual(["T1", ""]);
  });
});

describe("the search of the overview", () => {
  it("has the range and the list of users that are not the default", ({ expect }) => {
    expect(parseOverviewSearch({ days: 7, recent: "active" })).toEqual({ days: 7, recent: "active" });
  });

  it("leaves out defaults and what it does not offer", ({ expect }) => {
    for (const search of [{ days: 30 }, { days: 365, recent: "oldest" }, { days: "seven" }, {}]) {
      expect(parseOverviewSearch(search)).toEqual({});
    }
  });
});

const ada = { id: "ada", permissionIds: ["team_admin"] };
const grace = { id: "grace", permissionIds: ["team_member"] };
const karen = { id: "karen", permissionIds: ["team_admin", "team_member"] };

describe("isLastAdmin", () => {
  it("is so for an admin among members", ({ expect }) => {
    expect(isLastAdmin(ada, [ada, grace])).toBe(true);
  });

  it("is not so with another admin, for a member, and where no one is left", ({ expect }) => {
    expect(isLastAdmin(ada, [ada, grace, karen])).toBe(false);
    expect(isLastAdmin(grace, [ada, grace])).toBe(false);
    expect(isLastAdmin(ada, [ada])).toBe(false);
  });
});

describe("isOnlyAdmin", () => {
  it("is so for the one admin, also one who is alone, and for no one where there are two", ({ expect }) => {
    expect(isOnlyAdmin(ada, [ada, grace])).toBe(true);
    expect(isOnlyAdmin(ada, [ada])).toBe(true);
    expect(isOnlyAdmin(grace, [ada, grace])).toBe(false);
    expect(isOnlyAdmin(ada, [ada, grace, karen])).toBe(false);
  });
});

describe("roleCode", () => {
  it("is a request of the owner's own, whose token stays where it is", ({ expect }) => {
    const code = roleCode("https://api.example.com", { teamId: "t", userId: "u", role: "admin" });
    expect(code).toContain('await fetch("https://api.example.com/api/v1/internal/owner-teams/t/members/u", {');
    expect(code).toContain('"X-Stack-Access-Token": process.env.OWNER_ACCESS_TOKEN,');
    expect(code).toContain('body: "{\\"role\\":\\"admin\\"}"');
  });
});

describe("a command", () => {
  it.for([
    ["", "Sign-in methods"],
    ["sign met", "Sign-in methods"],
    ["METHODS sign", "Sign-in methods"],
    ["in", "Sign-in methods"],
    ["equi", "Équipes"],
    ["ユーザー", "ユーザー"],
  ] as const)("is found by “%s” in “%s”", ([query, text], { expect }) => {
    expect(matches(query, text)).toBe(true);
  });

  it.for([
    ["ethods", "Sign-in methods"],
    ["sign out", "Sign-in methods"],
  ] as const)("is not found by “%s” in “%s”", ([query, text], { expect }) => {
    expect(matches(query, text)).toBe(false);
  });
});

const command = (label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  icon: () => null,
  run: () => undefined,
  ...more,
});

describe("the command palette", () => {
  const settings = foundSettings(english).map(({ path, label, words }) =>
    command(label, { id: path, alias: words.split(",")[0], keywords: words }),
  );
  const groups = [
    {
      heading: "Sections",
      commands: [
        command("Sign-in methods", { keywords: "Password, Sessions" }),
        command("Users"),
        command("API keys"),
        command("Settings"),
      ],
    },
    { heading: "Settings", commands: settings },
    { heading: "Users", commands: [command("Ada Lovelace", { isFound: true })] },
    {
      heading: "Actions",
      commands: [
        command("Create user"),
        command("Delete project", { verbs: "delete, remove" }),
        command("Create project"),
      ],
    },
  ];
  const found = (query: string) => ranked(query, groups).flatMap(({ commands }) => commands.map(({ id }) => id));
  const first = (query: string) => found(query).filter((id) => id !== "Ada Lovelace")[0];

  it.for([
    ["verification", "auth.totp.allowSetUp"],
    ["email verification", "auth.codes.emailVerification"],
    ["session timeout", "auth.sessions.idleMinutes"],
    ["session", "auth.sessions.lifetimeMinutes"],
    ["sessions", "auth.sessions.maxPerUser"],
    ["session length", "auth.sessions.lifetimeMinutes"],
    ["password length", "auth.password.minLength"],
    ["2fa", "auth.totp.allowSetUp"],
    ["magic link", "auth.otp.allowSignIn"],
    ["fingerprint", "auth.passkey.allowSignIn"],
    ["guests", "auth.anonymous.allowSignUp"],
    ["sign-in methods", "Sign-in methods"],
    ["user", "Users"],
    ["create", "Create user"],
    ["project", "Create project"],
    ["delete pro", "Delete project"],
  ] as const)("has for “%s” the best first: %s", ([query, id], { expect }) => {
    expect(first(query)).toBe(id);
  });

  it("offers nothing that destroys unless it is asked for by its verb", ({ expect }) => {
    expect(["", "project", "p"].flatMap(found)).not.toContain("Delete project");
    expect(found("remove project")).toContain("Delete project");
  });

  it.for([
    ["key", "Keyla Stone", "API keys"],
    ["sett", "Settler Ann", "Settings"],
    ["session", "Session Moss", "auth.sessions.lifetimeMinutes"],
    ["keyla", "Keyla Stone", "Keyla Stone"],
    ["stone", "Keyla Stone", "Keyla Stone"],
    ["key", "Francis Key", "Francis Key"],
  ] as const)("has for “%s” and a user %s the best first: %s", ([query, user, id], { expect }) => {
    const all = [{ heading: "Users", commands: [command(user, { isFound: true })] }, ...groups];
    expect(ranked(query, all)[0]?.commands[0]?.id).toBe(id);
  });

  it("keeps what the server has found by what is not shown", ({ expect }) => {
    expect(found("ada@example.com")).toEqual(["Ada Lovelace"]);
  });

  it("finds each setting of the page by its own words", ({ expect }) => {
    expect(new Set(settings.map(({ id }) => id)).size).toBe(settings.length);
    for (const { id, keywords = "" } of settings) {
      const [phrase = ""] = keywords.split(",");
      expect(phrase, id).not.toBe("");
      expect(found(phrase)).toContain(id);
    }
  });
});

const shop = { id: "4f1c", displayName: "Corner shop", description: null };
const bakery = { id: "90ab", displayName: "Bakery", description: "Bread at the corner" };

describe("projectsWith", () => {
  it("finds projects by every word of a search, in name, description or id", ({ expect }) => {
    expect(projectsWith("", [shop, bakery])).toEqual([shop, bakery]);
    expect(projectsWith("CORNER", [shop, bakery])).toEqual([shop, bakery]);
    expect(projectsWith(" corner bread ", [shop, bakery])).toEqual([bakery]);
    expect(projectsWith("4f1c", [shop, bakery])).toEqual([shop]);
    expect(projectsWith("cake", [shop, bakery])).toEqual([]);
  });
});

describe("the search of the list of projects", () => {
  it("is a text, also where the router reads a number", ({ expect }) => {
    expect([{ q: "shop" }, { q: 42 }, { q: "" }, { q: {} }, {}].map(parseProjectSearch)).toEqual([
      { q: "shop" },
      { q: "42" },
      {},
      {},
      {},
    ]);
  });

  it("says whether a project is created", ({ expect }) => {
    const searches = [{ create: true, q: "shop" }, { create: "true" }, { create: 1 }];
    expect(searches.map(parseProjectSearch)).toEqual([{ create: true, q: "shop" }, {}, {}]);
  });
});

describe("the address of a team's page", () => {
  it("names the open part, and the list that leads back", ({ expect }) => {
    expect(parseTeamPageSearch({ part: "keys", q: "crew" })).toEqual({ part: "keys", q: "crew" });
  });

  it("opens the permissions or the profile of a member, among the members only", ({ expect }) => {
    expect(parseTeamPageSearch({ permissionsOf: "ada", profileOf: "ada" })).toEqual({ permissionsOf: "ada" });
    expect(parseTeamPageSearch({ part: "members", profileOf: "ada" })).toEqual({ profileOf: "ada" });
    expect(parseTeamPageSearch({ part: "items", profileOf: "ada" })).toEqual({ part: "items" });
  });

  it("opens the deletion in every part, and the addition of members among them only", ({ expect }) => {
    expect(parseTeamPageSearch({ part: "items", action: "delete" })).toEqual({ part: "items", action: "delete" });
    expect(parseTeamPageSearch({ action: "add-members", profileOf: "ada" })).toEqual({ action: "add-members" });
    expect(parseTeamPageSearch({ part: "items", action: "add-members" })).toEqual({ part: "items" });
  });

  it("leaves out what it does not know", ({ expect }) => {
    const unknown = { part: "constructor", permissionsOf: 7, profileOf: "", action: "toString", q: "" };
    expect(parseTeamPageSearch(unknown)).toEqual({});
  });
});

describe("the address of the list of teams", () => {
  it("searches for digits as well, and opens the creation of a team", ({ expect }) => {
    expect(parseTeamListSearch({ q: 42, create: true })).toEqual({ q: "42", create: true });
    expect(parseTeamListSearch({ q: ["a"], create: "true" })).toEqual({});
  });
});
