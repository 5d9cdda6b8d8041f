import { describe, expect, it } from "vitest";
import { appInternals } from "../app/internals";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost, FakePage } from "../testing/fake-host";
import { accessToken, clientUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";

const api = serverOfEachTest();

const reauthenticate = "POST /auth/sessions/current/reauthenticate";
function clientApp() {
  api.on("GET /users/me", { body: clientUser });
  const tokenStore = { accessToken: accessToken(), refreshToken: "r1" };
  const options = { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url, tokenStore };
  return new GatehouseClientApp(options, new FakeHost(new FakePage()));
}

const currentUser = () => clientApp().getUser({ or: "throw" });

describe("showing again who the user is", () => {
  it("returns PASSKEY_AUTHENTICATION_FAILED in a browser without passkeys", async () => {
    const rpId = "THIS_VALUE_WILL_BE_REPLACED.example.com";
    api.on("POST /auth/passkey/initiate-passkey-authentication", { body: { options_json: { rpId }, code: "c" } });
    const error = await (await currentUser()).reauthenticate({ passkey: true });
    expect(error).toMatchObject({ errorCode: "PASSKEY_AUTHENTICATION_FAILED" });
    expect(api.requestsFor(reauthenticate)).toEqual([]);
  });
});

describe("a change that is refused with REAUTHENTICATION_REQUIRED", () => {
  const codes = "POST /auth/mfa/recovery-codes";
  const details = { max_age_millis: 900_000, methods: ["password"], requires_totp: false };
  const refused = refusal("REAUTHENTICATION_REQUIRED", 403, "Confirm who you are.", details);

  it("is repeated once the user has shown who they are, which changes together ask for once", async () => {
    const bothArrived = Promise.withResolvers<void>();
    const refuseBoth = async () => {
      if (api.requestsFor(codes).length === 2) bothArrived.resolve();
      await bothArrived.promise;
      return refused;
    };
    api.on(codes, [refuseBoth, refuseBoth, { body: { codes: ["a"] } }, { body: { codes: ["b"] } }]);
    const app = clientApp();
    const user = await app.getUser({ or: "throw" });
    const asked: unknown[] = [];
    app[appInternals].onReauthenticationRequired(async (refusal) => {
      asked.push(refusal.details);
      return true;
    });
    const made = await Promise.all([user.createRecoveryCodes(), user.createRecoveryCodes()]);
    expect(made.toSorted()).toEqual([["a"], ["b"]]);
    expect(asked).toEqual([details]);
  });

  it("is not repeated when the user does not, when it is refused again, or when no page asks any more", async () => {
    api.on(codes, refused);
    const app = clientApp();
    const user = await app.getUser({ or: "throw" });
    const code = { errorCode: "REAUTHENTICATION_REQUIRED" };
    app[appInternals].onReauthenticationRequired(async () => false);
    await expect(user.createRecoveryCodes()).rejects.toMatchObject(code);
    expect(api.requestsFor(codes)).toHaveLength(1);
    const stop = app[appInternals].onReauthenticationRequired(async () => true);
    await expect(user.createRecoveryCodes()).rejects.toMatchObject(code);
    expect(api.requestsFor(codes)).toHaveLength(3);
    stop();
    await expect(user.createRecoveryCodes()).rejects.toMatchObject(code);
    expect(api.requestsFor(codes)).toHaveLength(4);
  });
});
