import { describe, expect, it } from "vitest";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost, FakePage } from "../testing/fake-host";
import { accessToken, clientUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";

const api = serverOfEachTest();

const registration = "POST /auth/passkey/initiate-passkey-registration";
const authentication = "POST /auth/passkey/initiate-passkey-authentication";
const placeholder = "THIS_VALUE_WILL_BE_REPLACED.example.com";

function clientApp(page: FakePage | null = new FakePage()) {
  const tokenStore = { accessToken: accessToken(), refreshToken: "r1" };
  return new GatehouseClientApp(
    { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url, tokenStore },
    new FakeHost(page),
  );
}

async function currentUser(page?: FakePage | null) {
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

  // The attack: options for another site's passkeys, which this page would be signed for.
  it("refuses options with a relying party of their own", async () => {
    api.on(registration, { body: { options_json: { rp: { id: "bank.example", name: "x" } }, code: "c" } });
    await expect((await currentUser()).registerPasskey()).rejects.toThrow(
      /^Expected returned RP ID from server to equal sentinel, but found bank\.example/,
    );
  });

  it("is refused outside a browser, before anything is sent", async () => {
    await expect((await currentUser(null)).registerPasskey()).rejects.toThrow(/^hostname must be provided/);
    expect(api.requestsFor(registration)).toEqual([]);
  });
});

describe("the passkeys of a user", () => {
  const wire = { id: "k/1", user_id: clientUser.id, name: "Phone", created_at_millis: 1_760_000_000_000 };
  const list = "GET /auth/passkeys?user_id=me";
  const one = "/auth/passkeys/k%2F1";

  it("are listed", async () => {
    const used = { ...wire, id: "k2", last_used_at_millis: 1_770_000_000_000 };
    api.on(list, { body: { items: [{ ...wire, last_used_at_millis: null }, used], is_paginated: false } });
    const passkeys = await (await currentUser()).listPasskeys();
    const shown = { name: "Phone", createdAt: new Date(1_760_000_000_000) };
    expect(passkeys.map((passkey) => ({ ...passkey }))).toEqual([
      { ...shown, id: "k/1", lastUsedAt: undefined },
      { ...shown, id: "k2", lastUsedAt: new Date(1_770_000_000_000) },
    ]);
    expect(passkeys.every(Object.isFrozen)).toBe(true);
  });

  it("are renamed and removed one by one", async () => {
    api.on(list, { body: { items: [{ ...wire, last_used_at_millis: null }], is_paginated: false } });
    api.on(`PATCH ${one}`, { body: { ...wire, name: "Tablet", last_used_at_millis: null } });
    api.on(`DELETE ${one}`, { body: { success: true } });
    const [passkey] = await (await currentUser()).listPasskeys();
    await passkey?.rename("Tablet");
    expect(api.bodyOf(`PATCH ${one}`)).toEqual({ name: "Tablet" });
    await passkey?.delete();
    expect(api.requestsFor(`DELETE ${one}`)).toHaveLength(1);
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

  // The attack: as above, for a signature that opens the user's account elsewhere.
  it.each(["bank.example", undefined])("refuses options with the relying party %s", async (rpId) => {
    api.on(authentication, { body: { options_json: { rpId }, code: "c" } });
    await expect(clientApp().signInWithPasskey()).rejects.toThrow(
      `Expected returned RP ID from server to equal sentinel, but found ${rpId}`,
    );
  });

  it("is refused outside a browser, before anything is sent", async () => {
    await expect(clientApp(null).signInWithPasskey()).rejects.toThrow(/^hostname must be provided/);
    expect(api.received).toEqual([]);
  });
});
