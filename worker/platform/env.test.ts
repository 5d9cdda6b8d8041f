import { describe, expect, it } from "vitest";
import { readSettings } from "./env";

const complete = {
  API_URL: "https://api.example.com/",
  WEB_URL: "https://www.example.com",
  SERVER_SECRET: "s".repeat(32),
  INTERNAL_PUBLISHABLE_CLIENT_KEY: "pck_one",
  INTERNAL_SECRET_SERVER_KEY: "ssk_two",
  INTERNAL_SUPER_SECRET_ADMIN_KEY: "sak_three",
  SMTP_URL: "smtp://mail.example.com:587",
  MAIL_FROM: "Acme <noreply@example.com>",
};

function complaintAbout(env: object): string {
  try {
    readSettings(env);
  } catch (error) {
    return String(error);
  }
  return "none";
}

describe("settings", () => {
  it("are read with their defaults, addresses without a trailing slash", () => {
    expect(readSettings({ ...complete })).toEqual({
      apiUrl: "https://api.example.com",
      webUrl: "https://www.example.com",
      serverSecrets: { current: "s".repeat(32) },
      internalKeys: { publishableClientKey: "pck_one", secretServerKey: "ssk_two", superSecretAdminKey: "sak_three" },
      smtpUrl: "smtp://mail.example.com:587",
      mailFrom: "Acme <noreply@example.com>",
      accessTokenSeconds: 600,
      limitsCalls: true,
      traces: false,
    });
  });

  it("take what is optional", () => {
    const env = { ...complete, SERVER_SECRET_PREVIOUS: "p".repeat(32), ACCESS_TOKEN_SECONDS: "30", TRACE: "1" };
    expect(readSettings(env)).toMatchObject({
      serverSecrets: { current: "s".repeat(32), previous: "p".repeat(32) },
      accessTokenSeconds: 30,
      traces: true,
    });
  });

  it.each(Object.keys(complete))("name %s when it is missing", (name) => {
    const { [name as keyof typeof complete]: _, ...rest } = complete;
    const complaint = complaintAbout(rest);
    expect(complaint).toMatch(new RegExp(`^Error: The Worker is not configured: ${name} \\(`));
    expect(complaint.match(/[A-Z]+_[A-Z_]+/g)).toEqual([name]);
  });

  it.each([
    ["API_URL", "not-an-address"],
    ["WEB_URL", "not-an-address"],
    ["SERVER_SECRET", "too-short-a-secret"],
    ["SERVER_SECRET_PREVIOUS", "too-short-a-secret"],
    ["INTERNAL_PUBLISHABLE_CLIENT_KEY", "ssk_misplaced"],
    ["INTERNAL_SECRET_SERVER_KEY", "pck_misplaced"],
    ["INTERNAL_SUPER_SECRET_ADMIN_KEY", "ssk_misplaced"],
    ["ACCESS_TOKEN_SECONDS", "29"],
    ["ACCESS_TOKEN_SECONDS", "soon-enough"],
  ])("attack: the log is read, so a wrong %s is named and its value '%s' is not", (name, value) => {
    const complaint = complaintAbout({ ...complete, [name]: value });
    expect(complaint).toContain(`${name} (`);
    expect(complaint).not.toContain(value);
  });

  it("name everything that is wrong at once", () => {
    const complaint = complaintAbout({});
    for (const name of Object.keys(complete)) expect(complaint).toContain(name);
  });
});
