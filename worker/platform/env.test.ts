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
      svix: undefined,
      resendApiUrl: "https://api.resend.com",
      webhookTimeoutMs: 15_000,
      mailFrom: "Acme <noreply@example.com>",
      accessTokenSeconds: 600,
      outboundTimeoutMs: 8000,
      passwordRangeApiUrl: undefined,
      assistant: undefined,
      integrationClients: [],
      sharedOAuth: { issuer: undefined, givesTokens: false, clients: new Map() },
      projectShares: { hash_seconds: 30, renderings: 60, emails: 1000 },
      projectStorage: { maxBytes: 1_073_741_824, maxRows: 2_000_000 },
      shardBytes: 9_999_220_736,
      projectsPerOwner: 50,
      passwordHashCost: "standard",
      limitsRequests: true,
      traces: false,
      logsRequests: false,
    });
  });

  it("are as if not set where they are empty", () => {
    const env = { ...complete, ACCESS_TOKEN_SECONDS: "", PASSWORD_RANGE_API_URL: "", STRIPE_SECRET_KEY: "", TRACE: "" };
    expect(readSettings(env)).toEqual(readSettings({ ...complete }));
  });

  it("take what is optional", () => {
    const roots = { SERVER_SECRET_PREVIOUS: "p".repeat(32), SERVER_SECRET_NEXT: "n".repeat(32) };
    const env = { ...complete, ...roots, ACCESS_TOKEN_SECONDS: "30", TRACE: "1" };
    expect(readSettings(env)).toMatchObject({
      serverSecrets: { current: "s".repeat(32), previous: "p".repeat(32), next: "n".repeat(32) },
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
    ["OUTBOUND_TIMEOUT_MS", "-7000"],
    ["SHARED_OAUTH_ISSUER", "not-an-address"],
  ])("attack: the log is read, so a wrong %s is named and its value '%s' is not", (name, value) => {
    const complaint = complaintAbout({ ...complete, [name]: value });
    expect(complaint).toContain(`${name} (`);
    expect(complaint).not.toContain(value);
  });

  it("take the clients of integrations as JSON", () => {
    const client = { id: "acme", secretHash: "0".repeat(64), family: "custom", name: "Acme" };
    const { integrationClients } = readSettings({ ...complete, INTEGRATION_CLIENTS: JSON.stringify([client]) });
    expect(integrationClients).toEqual([{ ...client, redirectUris: [] }]);
  });

  it.each([
    ["INTEGRATION_CLIENTS (must be JSON)", "not-a-list"],
    ["INTEGRATION_CLIENTS.0.id", { id: "ac:me" }],
    ["INTEGRATION_CLIENTS.0.secretHash", { secretHash: "the-secret-itself" }],
    ["INTEGRATION_CLIENTS.0.family", { family: "zapier" }],
    ["INTEGRATION_CLIENTS.0.name", { name: "" }],
    ["INTEGRATION_CLIENTS.0", { secret: "the-secret-itself" }],
    ["INTEGRATION_CLIENTS.0.redirectUris.0", { redirectUris: ["http://acme.example"] }],
    ["INTEGRATION_CLIENTS.0.redirectUris.0", { redirectUris: ["https://acme.example/#x"] }],
    ["INTEGRATION_CLIENTS.0.redirectUris.0", { redirectUris: ["javascript:alert(1)"] }],
    ["INTEGRATION_CLIENTS (two clients have one id)", "twice"],
  ])("attack: the log is read, so of a wrong client %s is named, and of %j nothing is said", (name, wrong) => {
    const client = { id: "acme", secretHash: "0".repeat(64), family: "custom", name: "Acme" };
    const clients = { "not-a-list": "not-a-list", twice: JSON.stringify([client, client]) };
    const text =
      typeof wrong === "string" ? clients[wrong as keyof typeof clients] : JSON.stringify([{ ...client, ...wrong }]);
    const complaint = complaintAbout({ ...complete, INTEGRATION_CLIENTS: text });
    expect(complaint).toContain(`configured: ${name}`);
    for (const value of ["ac:me", "the-secret-itself", "zapier", "acme.example", "alert"]) {
      expect(complaint).not.toContain(value);
    }
  });

  it("take keys of any form on a developer's machine, and none that is empty", () => {
    const keys = {
      INTERNAL_PUBLISHABLE_CLIENT_KEY: "one",
      INTERNAL_SECRET_SERVER_KEY: "two",
      INTERNAL_SUPER_SECRET_ADMIN_KEY: "three",
    };
    expect(readSettings({ ...complete, ...keys, API_URL: "http://localhost:8787" }).internalKeys).toEqual({
      publishableClientKey: "one",
      secretServerKey: "two",
      superSecretAdminKey: "three",
    });
    expect(
      complaintAbout({ ...complete, ...keys, API_URL: "http://127.0.0.1:1", INTERNAL_SECRET_SERVER_KEY: "" }),
    ).toContain("INTERNAL_SECRET_SERVER_KEY (");
  });

  // Attack: a deployment has the settings of tests, so that a reader of its database guesses every password.
  it("refuse the hashes of tests when deployed, and take them on a developer's machine", () => {
    const env = { ...complete, PASSWORD_HASH_COST: "minimal" };
    expect(complaintAbout(env)).toBe(
      'Error: The Worker is not configured: PASSWORD_HASH_COST (must be "standard" when deployed)',
    );
    expect(readSettings({ ...env, API_URL: "http://localhost:8787" }).passwordHashCost).toBe("minimal");
  });

  it("collect the client ids and secrets that projects share, by provider", () => {
    const env = {
      ...complete,
      SHARED_OAUTH_ISSUER: "http://localhost:9090",
      SHARED_OAUTH_GOOGLE_CLIENT_ID: "google-id",
      SHARED_OAUTH_GOOGLE_CLIENT_SECRET: "google-secret",
      SHARED_OAUTH_X_CLIENT_ID: "x-id",
      SHARED_OAUTH_X_CLIENT_SECRET: "x-secret",
    };
    expect(readSettings(env).sharedOAuth).toEqual({
      issuer: "http://localhost:9090",
      givesTokens: false,
      clients: new Map([
        ["google", { clientId: "google-id", clientSecret: "google-secret" }],
        ["x", { clientId: "x-id", clientSecret: "x-secret" }],
      ]),
    });
  });

  it("name the half that is missing of a shared client, never the value of the other", () => {
    const complaint = complaintAbout({ ...complete, SHARED_OAUTH_GITHUB_CLIENT_SECRET: "half-a-client" });
    expect(complaint).toBe(
      "Error: The Worker is not configured: SHARED_OAUTH_GITHUB_CLIENT_ID (SHARED_OAUTH_GITHUB_CLIENT_SECRET is set)",
    );
  });

  it("name everything that is wrong at once", () => {
    const complaint = complaintAbout({});
    for (const name of Object.keys(complete)) expect(complaint).toContain(name);
  });
});
