import { afterEach, describe, expect, it, vi } from "vitest";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost, FakePage } from "../testing/fake-host";
import { accessToken, clientUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";

const api = serverOfEachTest();

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser whose ceremonies end as a test says. */
function browserWith(credentials: Partial<Record<"create" | "get", (options: never) => Promise<unknown>>>): void {
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { credentials });
}

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

const registration = "POST /auth/passkey/initiate-passkey-registration";
const authentication = "POST /auth/passkey/initiate-passkey-authentication";
const placeholder = "THIS_VALUE_WILL_BE_REPLACED.example.com";

function clientApp(page = new FakePage()) {
  const tokenStore = { accessToken: accessToken(), refreshToken: "r1" };
  return new GatehouseClientApp(
    { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url, tokenStore },
    new FakeHost(page),
  );
}

async function currentUser(page?: FakePage) {
  api.on("GET /users/me", { body: clientUser });
  return clientApp(page).getUser({ or: "throw" });
}

// What browsers and authenticators add to this is tested in a browser with an authenticator.
describe("registering a passkey", () => {
  it("PASSKEY_REGISTRATION_FAILED when it cannot begin", async () => {
    api.on(registration, refusal("PASSKEY_AUTHENTICATION_NOT_ENABLED", 400, "Not enabled."));
    const user = await currentUser();
    const result = await user.registerPasskey();
    const message = "Failed to get initiation options for passkey registration";
    expect(result).toMatchObject({
      status: "error",
      error: { errorCode: "PASSKEY_REGISTRATION_FAILED", message, statusCode: 400, details: { message } },
    });
    expect(api.requestsFor(registration)[0]?.headers).toHaveProperty("x-stack-access-token");
    expect(api.bodyOf(registration)).toEqual({});
  });

  it("PASSKEY_REGISTRATION_FAILED in a browser without passkeys", async () => {
    api.on(registration, { body: { options_json: { rp: { id: placeholder, name: "x" } }, code: "c" } });
    expect(await (await currentUser()).registerPasskey()).toMatchObject({
      status: "error",
      error: { errorCode: "PASSKEY_REGISTRATION_FAILED", message: "WebAuthn is not supported in this browser" },
    });
  });

  const options = {
    rp: { id: placeholder, name: "x" },
    user: { id: "dTE", name: "u", displayName: "u" },
    challenge: "-_8",
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    excludeCredentials: [{ id: "AQI", type: "public-key" }],
    authenticatorSelection: { userVerification: "required" },
  };

  it("sends a credential in its JSON form, also a password manager's that lacks half of it", async () => {
    api.on(registration, { body: { options_json: options, code: "c" } });
    api.on("POST /auth/passkey/register", { body: { user_handle: "h" } });
    const created: unknown[] = [];
    browserWith({
      create: async ({ publicKey }: CredentialCreationOptions) => {
        created.push(publicKey);
        const response = {
          attestationObject: bytes(1),
          clientDataJSON: bytes(255, 254),
          getPublicKey: () => undefined,
        };
        return { id: "_w", rawId: bytes(255), type: "public-key", response, getClientExtensionResults: () => ({}) };
      },
    });
    expect(await (await currentUser()).registerPasskey()).toEqual({ status: "ok", data: undefined });
    expect(created).toMatchObject([
      {
        rp: { id: "shop.example" },
        user: { id: new Uint8Array([117, 49]) },
        challenge: new Uint8Array([251, 255]),
        excludeCredentials: [{ id: new Uint8Array([1, 2]) }],
      },
    ]);
    expect(api.bodyOf("POST /auth/passkey/register")).toEqual({
      code: "c",
      credential: {
        id: "_w",
        rawId: "_w",
        type: "public-key",
        clientExtensionResults: {},
        response: {
          attestationObject: "AQ",
          clientDataJSON: "__4",
        },
      },
    });
  });

  const failing = async (name: string, changes: object, page?: FakePage) => {
    api.on(registration, { body: { options_json: { ...options, ...changes }, code: "c" } });
    browserWith({ create: () => Promise.reject(new DOMException("from the browser", name)) });
    return (await currentUser(page)).registerPasskey();
  };
  const unmet = "required but no available authenticator supported it";
  const residentKey = { authenticatorSelection: { requireResidentKey: true } };
  const unsupported = "No available authenticator supported any of the specified pubKeyCredParams algorithms";
  const unprocessed = "The authenticator was unable to process the specified options, or could not create a new";

  it.each([
    ["AbortError", {}, "ERROR_CEREMONY_ABORTED", "Registration ceremony was sent an abort signal"],
    [
      "InvalidStateError",
      {},
      "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
      "The authenticator was previously registered",
    ],
    [
      "ConstraintError",
      residentKey,
      "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT",
      `Discoverable credentials were ${unmet}`,
    ],
    ["ConstraintError", {}, "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT", `User verification was ${unmet}`],
    ["NotSupportedError", {}, "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG", unsupported],
    [
      "NotSupportedError",
      { pubKeyCredParams: [] },
      "ERROR_MALFORMED_PUBKEYCREDPARAMS",
      'No entry in pubKeyCredParams was of type "public-key"',
    ],
    [
      "TypeError",
      { user: { ...options.user, id: "" } },
      "ERROR_INVALID_USER_ID_LENGTH",
      "User ID was not between 1 and 64 characters",
    ],
    ["SecurityError", {}, "ERROR_INVALID_RP_ID", 'The RP ID "shop.example" is invalid for this domain'],
    ["UnknownError", {}, "ERROR_AUTHENTICATOR_GENERAL_ERROR", `${unprocessed} credential`],
  ])("PASSKEY_WEBAUTHN_ERROR with the meaning of %s with %o, %s", async (code, changes, webauthn_code, message) => {
    const error = { errorCode: "PASSKEY_WEBAUTHN_ERROR", message, details: { message, code, webauthn_code } };
    expect(await failing(code, changes)).toMatchObject({ status: "error", error });
  });

  it("PASSKEY_WEBAUTHN_ERROR with the browser's own words where it may mean several things", async () => {
    const details = { message: "from the browser", code: "NotAllowedError" };
    const result = await failing("NotAllowedError", {});
    expect(result).toMatchObject({ error: { errorCode: "PASSKEY_WEBAUTHN_ERROR" } });
    expect(result.status === "error" && result.error.details).toEqual(details);
  });

  it("PASSKEY_REGISTRATION_FAILED for a reason that has no meaning there", async () => {
    const message = "Failed to start passkey registration due to unknown error";
    expect(await failing("DataError", {})).toMatchObject({
      status: "error",
      error: { errorCode: "PASSKEY_REGISTRATION_FAILED", message },
    });
  });

  it.each(["127.0.0.1", "[::1]"])("PASSKEY_WEBAUTHN_ERROR at %s, which is no domain", async (host) => {
    expect(await failing("SecurityError", {}, new FakePage(`http://${host}/`))).toMatchObject({
      error: { message: `${host} is an invalid domain`, details: { webauthn_code: "ERROR_INVALID_DOMAIN" } },
    });
  });

  // The attack: options for another site's passkeys, which this page would be signed for.
  it("refuses options with a relying party of their own", async () => {
    api.on(registration, { body: { options_json: { rp: { id: "bank.example", name: "x" } }, code: "c" } });
    await expect((await currentUser()).registerPasskey()).rejects.toThrow(
      /^Expected returned RP ID from server to equal sentinel, but found bank\.example/,
    );
  });
});

describe("signing in with a passkey", () => {
  it("PASSKEY_AUTHENTICATION_FAILED when it cannot begin", async () => {
    api.on(authentication, refusal("PASSKEY_AUTHENTICATION_NOT_ENABLED", 400, "Not enabled."));
    const message = "Failed to get initiation options for passkey authentication";
    expect(await clientApp().signInWithPasskey()).toMatchObject({
      status: "error",
      error: { errorCode: "PASSKEY_AUTHENTICATION_FAILED", message, statusCode: 400, details: { message } },
    });
    expect(api.bodyOf(authentication)).toEqual({});
  });

  it("PASSKEY_AUTHENTICATION_FAILED in a browser without passkeys", async () => {
    api.on(authentication, { body: { options_json: { rpId: placeholder }, code: "c" } });
    expect(await clientApp().signInWithPasskey()).toMatchObject({
      status: "error",
      error: { errorCode: "PASSKEY_AUTHENTICATION_FAILED", message: "WebAuthn is not supported in this browser" },
    });
  });

  it("ends the ceremony under way, of which a page has one at a time", async () => {
    api.on(authentication, { body: { options_json: { rpId: placeholder, challenge: "-_8" }, code: "c" } });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    browserWith({
      get: ({ signal }: CredentialRequestOptions) => {
        begin();
        return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const first = clientApp().signInWithPasskey();
    await begun;
    browserWith({ get: () => Promise.reject(new DOMException("closed", "NotAllowedError")) });
    expect(await clientApp().signInWithPasskey()).toMatchObject({ error: { details: { code: "NotAllowedError" } } });
    expect(await first).toMatchObject({
      error: {
        message: "Authentication ceremony was sent an abort signal",
        details: { code: "AbortError", webauthn_code: "ERROR_CEREMONY_ABORTED" },
      },
    });
  });

  // The attack: as above, for a signature that opens the user's account elsewhere.
  it.each(["bank.example", undefined])("refuses options with the relying party %s", async (rpId) => {
    api.on(authentication, { body: { options_json: { rpId }, code: "c" } });
    await expect(clientApp().signInWithPasskey()).rejects.toThrow(
      `Expected returned RP ID from server to equal sentinel, but found ${rpId}`,
    );
  });
});
