import { describe, it } from "vitest";
import type { AuditEvent, AuditEventPage } from "../../../kit/index";
import { serverUser } from "../../../kit/testing/wire-samples";
import { english } from "../../translation/english";
import { listedSignIn, methodStates, signInSummary } from "../user-texts";
import { latestEvents } from "./history-part";
import { parseUserPageSearch } from "./parts";
import { codesInVain, countSince, failureText, isBlocked, reasonsSince, signInLinkRefusal } from "./sign-in-help";
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
    const search = { q: "ada", order: "oldest", part: "access", team: "t1", action: "suspend" };
    expect(parseUserPageSearch(search)).toEqual(search);
  });

  it("opens the dialogs in which something is added to the user", ({ expect }) => {
    expect(parseUserPageSearch({ action: "add-address" })).toEqual({ action: "add-address" });
    expect(parseUserPageSearch({ part: "access", action: "add-to-team" })).toEqual({
      part: "access",
      action: "add-to-team",
    });
  });

  it("finds what had a part of its own before, in the part that has it now", ({ expect }) => {
    const parts = ["sign-in-help", "sessions", "teams", "keys", "metadata", "items", "activity", "mails"];
    expect(parts.map((part) => parseUserPageSearch({ part }).part)).toEqual([
      ...["sign-in", "sign-in", "access", "access", "data", "data", "history", "history"],
    ]);
    const ofTeam = { part: "permissions", team: "t1" };
    expect(parseUserPageSearch(ofTeam)).toEqual({ ...ofTeam, part: "access" });
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

type SigningIn = Parameters<typeof methodStates>[0];

/** A user as the page has them, without any method unless one is given, and with an address that is used for sign-in. */
function who(methods: object = {}, ...channels: object[]): SigningIn {
  const codes = { otpAuthEnabled: false, otpAuthSwitchedOff: false };
  const none = { hasPassword: false, ...codes, passkeyAuthEnabled: false, oauthProviders: [] };
  const address = { value: "ada@example.com", usedForAuth: true, isPrimary: true, isVerified: true };
  const all = (channels.length > 0 ? channels : [{}]).map((channel) => ({ ...address, ...channel }));
  return { user: { ...none, ...methods }, channels: all } as unknown as SigningIn;
}

describe("methodStates", () => {
  const stateOf = (states: ReturnType<typeof methodStates>, name: string) =>
    states.find(({ method }) => method === name)?.state;

  it("says of each method whether the user has set it up, and the project has it on", ({ expect }) => {
    const oauthProviders = ["google", "github"].map((id) => ({ id }));
    expect(methodStates(who({ hasPassword: true, otpAuthEnabled: true, oauthProviders }), config)).toEqual([
      { method: "password", state: "usable" },
      { method: "code", state: "off-here" },
      { method: "passkey", state: "none" },
      { method: "google", state: "usable" },
      { method: "github", state: "off-here" },
    ]);
  });

  const codesOn = { ...config, magicLinkEnabled: true };

  it("says that a code signs in whoever has no other way, though it is off for them: their address is used for sign-in", ({
    expect,
  }) => {
    const off = { otpAuthSwitchedOff: true };
    expect(stateOf(methodStates(who(off), codesOn), "code")).toBe("usable");
    expect(stateOf(methodStates(who({ hasPassword: true }), codesOn), "code")).toBe("usable");
    expect(stateOf(methodStates(who({ hasPassword: true, ...off }), codesOn), "code")).toBe("none");
    const passwordsOff = { ...codesOn, credentialEnabled: false };
    expect(stateOf(methodStates(who({ hasPassword: true, ...off }), passwordsOff), "code")).toBe("usable");
  });

  it("says that a code waits to be chosen where its email alone has proven the address, unless nothing else signs in", ({
    expect,
  }) => {
    const alone = { isProvenByEmailAlone: true };
    expect(stateOf(methodStates(who({ hasPassword: true }, alone), codesOn), "code")).toBe("none");
    expect(stateOf(methodStates(who({ hasPassword: true, otpAuthEnabled: true }, alone), codesOn), "code")).toBe(
      "usable",
    );
    expect(stateOf(methodStates(who({}, alone), codesOn), "code")).toBe("usable");
  });

  it("never says that nobody has set anything up beside an address that is used for sign-in", ({ expect }) => {
    for (const magicLinkEnabled of [true, false]) {
      for (const credentialEnabled of [true, false]) {
        for (const methods of [{}, { hasPassword: true }, { passkeyAuthEnabled: true }, { otpAuthEnabled: true }]) {
          const states = methodStates(who(methods), { ...config, magicLinkEnabled, credentialEnabled });
          expect(states.every(({ state }) => state === "none")).toBe(false);
        }
      }
    }
  });

  it("says why a password or a code does not sign in: no address is for sign-in, or it is not verified", ({
    expect,
  }) => {
    const withoutAddress = methodStates(
      who({ hasPassword: true, otpAuthEnabled: true }, { usedForAuth: false }),
      codesOn,
    );
    expect([stateOf(withoutAddress, "password"), stateOf(withoutAddress, "code")]).toEqual([
      "no-address",
      "no-address",
    ]);
    const unverified = methodStates(who({ hasPassword: true, otpAuthEnabled: true }, { isVerified: false }), codesOn);
    expect([stateOf(unverified, "password"), stateOf(unverified, "code")]).toEqual(["usable", "unverified"]);
  });
});

describe("the methods in a list of users", () => {
  const none = {
    has_password: false,
    otp_auth_enabled: false,
    passkey_auth_enabled: false,
    oauth_providers: [],
    requires_totp_mfa: false,
  };
  const address = { primary_email: "ada@example.com", primary_email_verified: true, primary_email_auth_enabled: true };
  const notForSignIn = { primary_email_verified: false, primary_email_auth_enabled: false };
  const google = { id: "google", account_id: "1", email: null };
  const passkey = { passkey_auth_enabled: true, requires_totp_mfa: true };
  const everyWay = { ...config, magicLinkEnabled: true };

  it.for<[string, object, string]>([
    ["an emailed code, where their address is verified and they have nothing else", {}, "Email code"],
    ["no code, where they have switched codes off", { otp_auth_switched_off: true, has_password: true }, "Password"],
    ["a password and a code", { has_password: true }, "Password, Email code"],
    [
      "a password alone, where the email alone has proven the address",
      { has_password: true, primary_email_proven_by_email_alone: true },
      "Password",
    ],
    ["a provider", { primary_email: null, ...notForSignIn, oauth_providers: [google] }, "Google"],
    ["a passkey and a second factor", { ...notForSignIn, ...passkey }, "Passkey, Second factor"],
    ["a code, but for the proof", { primary_email_verified: false }, "Email code (Not verified)"],
    ["a password with another address, as it may be", { ...notForSignIn, has_password: true }, "Password"],
    ["nothing", { primary_email: null, ...notForSignIn }, "None"],
  ])("are %s", ([, fields, text], { expect }) => {
    expect(listedSignIn({ ...serverUser, ...none, ...address, ...fields }, everyWay, english)).toBe(text);
  });

  it("say which the project has switched off, and are those of the user's page", ({ expect }) => {
    const user = { ...serverUser, ...none, ...address, has_password: true };
    const listed = listedSignIn(user, config, english);
    expect(listed).toBe("Password, Email code (Off in the project)");
    const { user: shown, channels } = who({ hasPassword: true, isMultiFactorRequired: false });
    expect(signInSummary({ user: { isMultiFactorRequired: false, ...shown }, channels }, config, english)).toBe(listed);
  });
});

describe("attempts", () => {
  it("count as blocked where nothing that was typed was looked at", ({ expect }) => {
    const reasons = ["wrong_password", "locked", "too_many_tries", "suspended", "method_off", "wrong_code", "new_one"];
    expect(reasons.filter(isBlocked)).toEqual(["locked", "too_many_tries", "suspended", "method_off"]);
  });

  it("are counted by their reason since the user was last active, each event for as many as it stands for", ({
    expect,
  }) => {
    const at = (millis: number, reason: string, count?: number) => ({
      createdAt: new Date(millis),
      details: { reason, ...(count !== undefined && { count }) },
    });
    const failures = [at(500, "wrong_password", 9), at(2_000, "wrong_password", 7), at(3_000, "wrong_password")];
    const user = { lastActiveAt: new Date(1_000) };
    expect(countSince(user, [...failures, at(4_000, "method_off")], "wrong_password")).toBe(8);
  });

  it("are looked at since the user was last active", ({ expect }) => {
    const at = (millis: number, reason: string) => ({ createdAt: new Date(millis), details: { reason } });
    const failures = [at(500, "method_off"), at(2_000, "no_password")];
    expect([...reasonsSince({ lastActiveAt: new Date(1_000) }, failures)]).toEqual(["no_password"]);
  });
});

describe("a link that signs in", () => {
  const off = "Sign-in by email is off for the user.";
  const unverified = "The user’s address is not verified.";

  it.for<[string, object, object, object, string | undefined]>([
    ["goes to a user with a password who signs in by email too", { otpAuthEnabled: true }, {}, {}, undefined],
    ["goes to one who has never chosen codes", {}, {}, {}, undefined],
    ["does not go to one who has switched codes off", { otpAuthSwitchedOff: true }, {}, {}, off],
    ["does not go to an address that its email alone has proven", {}, { isProvenByEmailAlone: true }, {}, off],
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
    const props = who({ hasPassword: true, ...fields }, channel);
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
