import { describe, it } from "vitest";
import { CALLBACK_URL, codeIn, newAddress, PASSWORD } from "../scripts/testing/accounts";
import { signUp, startProject } from "../scripts/testing/official-client";
import { atOnce, config, outcomes, override, REQUESTS } from "../scripts/testing/races";

const suite = startProject();

/** Sends a request at client tier; the response's status, with its code where it carries one. */
async function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": suite.project.projectId,
      "x-stack-publishable-client-key": suite.project.keys.publishableClientKey,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, json };
}

describe("requests at the same time", () => {
  it("409 USER_EMAIL_ALREADY_EXISTS: 20 sign-ups with one address make one user", async ({ expect }) => {
    const email = newAddress();
    // Capitals differ, because one address must not pass as two.
    const responses = await atOnce(REQUESTS, (index) =>
      send("/auth/password/sign-up", {
        email: index % 2 ? email : email.toUpperCase(),
        password: PASSWORD,
        verification_callback_url: CALLBACK_URL,
      }),
    );
    expect(outcomes(responses)).toEqual({ "200": 1, "409 USER_EMAIL_ALREADY_EXISTS": REQUESTS - 1 });
    const users = await suite.project.serverApp().listUsers({ query: email });
    expect(users.map(({ id }) => id)).toEqual([responses.find(({ status }) => status === 200)?.json.user_id]);
    expect(await users[0]?.listContactChannels()).toHaveLength(1);
  });

  it("200: 20 refreshes of one session all succeed", async ({ expect }) => {
    const app = suite.project.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    const { refreshToken } = await user.currentSession.getTokens();
    const responses = await atOnce(REQUESTS, () =>
      send("/auth/sessions/current/refresh", {}, { "x-stack-refresh-token": refreshToken ?? "" }),
    );
    expect(outcomes(responses)).toEqual({ "200": REQUESTS });
    for (const { json } of responses) {
      const tokenStore = { accessToken: String(json.access_token), refreshToken: refreshToken ?? "" };
      expect(await suite.project.clientApp().getPartialUser({ from: "token", tokenStore })).toMatchObject({
        id: user.id,
      });
    }
    expect(await user.getActiveSessions()).toHaveLength(1);
  });

  it("409 VERIFICATION_CODE_ALREADY_USED: of 20 resets with one code, one sets its password", async ({ expect }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
    await signUp(app, email);
    await app.sendForgotPasswordEmail(email, { callbackUrl: CALLBACK_URL });
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: email, subject: /^Reset/ }));
    const responses = await atOnce(REQUESTS, (index) =>
      send("/auth/password/reset", { code, password: `new password ${index}` }),
    );
    expect(outcomes(responses)).toEqual({ "200": 1, "409 VERIFICATION_CODE_ALREADY_USED": REQUESTS - 1 });
    const winner = responses.findIndex(({ status }) => status === 200);
    const signIns = await atOnce(REQUESTS, (index) =>
      send("/auth/password/sign-in", { email, password: `new password ${index}` }),
    );
    expect(signIns.flatMap(({ status }, index) => (status === 200 ? [index] : []))).toEqual([winner]);
  });

  it("409 VERIFICATION_CODE_ALREADY_USED: of 20 verifications with one code, one counts", async ({ expect }) => {
    const email = newAddress();
    await signUp(suite.project.clientApp(), email);
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: email }));
    const responses = await atOnce(REQUESTS, () => send("/contact-channels/verify", { code }));
    expect(outcomes(responses)).toEqual({ "200": 1, "409 VERIFICATION_CODE_ALREADY_USED": REQUESTS - 1 });
  });

  it("20 sign-outs of one session end it once, and none is a fault of the server", async ({ expect }) => {
    const app = suite.project.clientApp();
    await signUp(app, newAddress());
    const { accessToken } = await (await app.getUser({ or: "throw" })).currentSession.getTokens();
    const responses = await atOnce(REQUESTS, async () => {
      const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1/auth/sessions/current`, {
        method: "DELETE",
        headers: {
          "x-stack-access-type": "client",
          "x-stack-project-id": suite.project.projectId,
          "x-stack-publishable-client-key": suite.project.keys.publishableClientKey,
          "x-stack-access-token": accessToken ?? "",
        },
      });
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    });
    expect(outcomes(responses)).toEqual({ "200": 1, "401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED": REQUESTS - 1 });
  });

  it("400: of two changes that are valid alone and not together, one is stored", async ({ expect }) => {
    // Attack: the limit of trusted domains is passed by adding the last ones at the same time.
    const domain = (index: number) => ({ baseUrl: `https://d${index}.example`, handlerPath: "/handler" });
    const trusted = Array.from({ length: 99 }, (_, index) => [`domain${index}`, domain(index)]);
    await override(suite, { "domains.trustedDomains": Object.fromEntries(trusted) });
    const responses = await atOnce(REQUESTS, (index) =>
      override(suite, { [`domains.trustedDomains.last${index}`]: domain(index) }),
    );
    expect(outcomes(responses)).toEqual({ "200": 1, "400": REQUESTS - 1 });
    expect(Object.keys((await config(suite)).domains.trustedDomains)).toHaveLength(100);
  });
});
