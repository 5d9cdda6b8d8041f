import { describe, it } from "vitest";
import type { AuditEvent, AuditEventPage } from "../../../kit/index";
import { english } from "../../translation/english";
import { latestEvents } from "./history-parts";
import { parseUserPageSearch } from "./parts";
import { codesInVain, failureText, methodStates, signInLinkRefusal } from "./sign-in-help";
import { impersonationSnippet } from "./user-dialogs";

describe("the snippet that signs in as a user", () => {
  // Attack: a token that ends the cookie or the text around it.
  it("keeps what it is given within one cookie", ({ expect }) => {
    const document = { cookie: "" };
    const location = { protocol: "https:", reload: () => {} };
    new Function("document", "location", impersonationSnippet("p1", 'a"; path=/x;b', 3_600_000))(document, location);
    expect(document.cookie).toBe(
      "stack-refresh-p1=a%22%3B%20path%3D%2Fx%3Bb; Max-Age=3600; path=/; SameSite=Lax; Secure",
    );
  });
});

const page = (nextCursor: string | null, ...ids: string[]) =>
  Object.assign(
    ids.map((id) => ({ id }) as AuditEvent),
    { nextCursor },
  ) as AuditEventPage;
const ids = (events: readonly AuditEvent[]) => events.map(({ id }) => id);

describe("the latest events of two lists", () => {
  it("are merged, newest first, each once", ({ expect }) => {
    const { events, hasMore } = latestEvents(page(null, "4", "2"), page(null, "4", "3", "1"), 10);
    expect(ids(events)).toEqual(["4", "3", "2", "1"]);
    expect(hasMore).toBe(false);
  });

  it("are not more than asked for, so that none between them is missing", ({ expect }) => {
    const { events, hasMore } = latestEvents(page("2", "5", "2"), page(null, "4"), 2);
    expect(ids(events)).toEqual(["5", "4"]);
    expect(hasMore).toBe(true);
  });
});

describe("the search of a user's page", () => {
  it("keeps that of the list, the part, its team and the open dialog", ({ expect }) => {
    const search = { q: "ada", order: "oldest", part: "permissions", team: "t1", action: "restrict" };
    expect(parseUserPageSearch(search)).toEqual(search);
  });

  it("opens the dialogs in which something is added to the user", ({ expect }) => {
    expect(parseUserPageSearch({ action: "add-address" })).toEqual({ action: "add-address" });
    expect(parseUserPageSearch({ part: "teams", action: "add-to-team" })).toEqual({
      part: "teams",
      action: "add-to-team",
    });
  });

  it("leaves out the first part, which is shown anyway, and a team that no part reads", ({ expect }) => {
    expect(parseUserPageSearch({ part: "profile", team: "t1" })).toEqual({});
  });

  for (const part of ["unknown", "toString", 1, null]) {
    it(`leaves out ${String(part)}`, ({ expect }) => {
      expect(parseUserPageSearch({ part, action: part })).toEqual({});
    });
  }
});

const config = {
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: true,
  oauthProviders: [
    { id: "google", type: "shared", enabled: true },
    { id: "github", type: "shared", enabled: false },
  ],
} as Parameters<typeof methodStates>[1];

describe("methodStates", () => {
  it("says of each method whether the user has set it up, and the project has it on", ({ expect }) => {
    const oauthProviders = ["google", "github"].map((id) => ({ id }));
    const user = { hasPassword: true, otpAuthEnabled: true, passkeyAuthEnabled: false, oauthProviders };
    expect(methodStates(user, config)).toEqual([
      { method: "password", state: "usable" },
      { method: "code", state: "off-here" },
      { method: "passkey", state: "none" },
      { method: "google", state: "usable" },
      { method: "github", state: "off-here" },
    ]);
  });
});

describe("a link that signs in", () => {
  const off = "Sign-in by email is off for the user.";
  const unverified = "The user’s address is not verified.";

  it.for<[string, object, object, object, string | undefined]>([
    ["goes to a user with a password who signs in by email too", { otpAuthEnabled: true }, {}, {}, undefined],
    ["does not go to one who signs in by a password alone", {}, {}, {}, off],
    [
      "goes to one who has no other way that is on",
      { oauthProviders: [{ id: "github" }] },
      {},
      { credentialEnabled: false },
      undefined,
    ],
    [
      "does not go to an address that nobody has verified",
      { otpAuthEnabled: true },
      { isVerified: false },
      {},
      unverified,
    ],
    ["goes to one where there are no passwords", {}, { isVerified: false }, { credentialEnabled: false }, undefined],
    ["has its own words for a user without such an address", {}, { usedForAuth: false }, {}, undefined],
  ])("%s", ([, fields, channel, changes, refusal], { expect }) => {
    const user = { hasPassword: true, otpAuthEnabled: false, passkeyAuthEnabled: false, oauthProviders: [], ...fields };
    const channels = [{ value: "ada@example.com", usedForAuth: true, isPrimary: true, isVerified: true, ...channel }];
    const props = { user, channels } as unknown as Parameters<typeof signInLinkRefusal>[0];
    expect(signInLinkRefusal(props, { ...config, ...changes })).toBe(refusal);
  });
});

describe("codesInVain", () => {
  const lastActiveAt = new Date(1_000);
  const failed = (at: number, details: object) => ({ createdAt: new Date(at), details: { ...details } });
  const email = (sent_at_millis: number, kind = "magic_link", error: unknown = null) => ({
    kind,
    error,
    sent_at_millis,
  });

  it("are those since the user was last active, each event as many as it stands for", ({ expect }) => {
    const failures = [
      failed(3_000, { reason: "codes_refused", count: 20 }),
      failed(2_000, { reason: "codes_refused" }),
      failed(2_000, { reason: "wrong_password", count: 3 }),
      failed(500, { reason: "codes_refused", count: 1 }),
      failed(2_000, { reason: "codes_limited", count: 2 }),
    ];
    const emails = [
      email(3_000),
      email(2_000),
      email(2_000, "password_reset"),
      email(2_000, "magic_link", {}),
      email(500),
    ];
    expect(codesInVain({ lastActiveAt }, failures, emails)).toEqual({ refused: 21, limited: 2, sent: 2 });
    expect(codesInVain({ lastActiveAt }, [], [])).toEqual({ refused: 0, limited: 0, sent: 0 });
  });
});

describe("failureText", () => {
  it("puts a reason in words, and shows one that it does not know as it is", ({ expect }) => {
    expect(failureText("wrong_password", english)).toBe("Wrong password");
    expect(failureText("not_known_here", english)).toBe("not_known_here");
  });
});
