import { describe, it } from "vitest";
import { english } from "../../translation/english";
import { failureText } from "./failure-texts";
import { codesInVain, methodStates } from "./sign-in-help";

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

describe("codesInVain", () => {
  const lastActiveAt = new Date(1_000);
  const failed = (at: number, details: object) => ({ createdAt: new Date(at), details: { ...details } });
  const mail = (sent_at_millis: number, kind = "magic_link", error: unknown = null) => ({
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
    const mails = [mail(3_000), mail(2_000), mail(2_000, "password_reset"), mail(2_000, "magic_link", {}), mail(500)];
    expect(codesInVain({ lastActiveAt }, failures, mails)).toEqual({ refused: 21, limited: 2, sent: 2 });
    expect(codesInVain({ lastActiveAt }, [], [])).toEqual({ refused: 0, limited: 0, sent: 0 });
  });
});

describe("failureText", () => {
  it("puts a reason in words, and shows one that it does not know as it is", ({ expect }) => {
    expect(failureText("wrong_password", english)).toBe("Wrong password");
    expect(failureText("not_known_here", english)).toBe("not_known_here");
  });
});
