import { describe, expect, it } from "vitest";
import { hashSecret, newSecret } from "../../../platform/secrets";
import { freshAddress } from "../../../testing/mailbox";
import { password } from "../../../testing/password-sign-ins";
import { tierHeaders } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendRequest, type TestResponse } from "../../../testing/send-request";
import { claimsOf, exchange } from "../../../testing/sign-ins";
import { blog, changeSession, hostedProject, reconfigure, shop } from "./hosted.fixtures";

/** The hosted pages of a project, which have nothing but its id. */
async function hostedPages(project_id: string) {
  const { body } = await sendRequest("GET /hosted-pages/{project_id}", { params: { project_id } });
  const keys = tierHeaders(project_id, "client", body.publishable_client_key);
  const sessionHeaders = ({ access_token, refresh_token }: Record<string, string>) => ({
    "x-stack-access-token": access_token ?? "",
    "x-stack-refresh-token": refresh_token ?? "",
  });
  return {
    issuer: body.issuer as string,
    send: (key: Parameters<typeof sendRequest>[0], sent?: object, session: Record<string, string> = {}) =>
      sendRequest(key, { body: sent, headers: { ...keys, ...("access_token" in session && sessionHeaders(session)) } }),
  };
}

/** A website without a key, in a browser of its own: it knows the project's id and its own address. */
function website(project_id: string, redirect_uri: string) {
  const [state, code_verifier] = [newSecret(), newSecret()];
  return {
    request: async () => ({
      redirect_uri,
      state,
      code_challenge: await hashSecret(code_verifier),
      code_challenge_method: "S256",
    }),
    /** Takes what its address bar has: nothing but a response to its own request, of the right issuer. */
    finish: (address: string, issuer: string): Promise<TestResponse> => {
      const { searchParams } = new URL(address);
      expect([searchParams.get("state"), searchParams.get("iss")]).toEqual([state, issuer]);
      const code = searchParams.get("code");
      const grant_type = "authorization_code";
      return exchange({ grant_type, code, redirect_uri, code_verifier, client_id: project_id });
    },
  };
}

describe("a person with two websites of one project", () => {
  it("signs up on the hosted pages, is signed in on both, and signs out of all at once", async () => {
    const { id } = await hostedProject();
    const pages = await hostedPages(id);
    const email = freshAddress();
    const verification_callback_url = `http://localhost:5173/handler/email-verification?project_id=${id}`;
    const { body: hosted } = await pages.send("POST /auth/password/sign-up", {
      email,
      password,
      verification_callback_url,
    });

    const sessions = [];
    for (const address of [shop, blog]) {
      const site = website(id, address);
      const { body } = await pages.send("POST /auth/hosted/authorize", await site.request(), hosted);
      const { body: session } = await site.finish(body.redirect_url, pages.issuer);
      expect((await pages.send("GET /users/me", undefined, session)).body.primary_email).toBe(email);
      sessions.push(session);
    }

    expect((await pages.send("DELETE /auth/sessions/current", undefined, sessions[0])).status).toBe(200);
    for (const { refresh_token } of [hosted, ...sessions]) {
      const refreshed = await pages.send(
        "POST /auth/sessions/current/refresh",
        {},
        { access_token: "", refresh_token },
      );
      expectError(refreshed, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
    }
    const again = await pages.send("POST /auth/hosted/authorize", await website(id, shop).request(), hosted);
    expectError(again, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
  });

  it("403 REAUTHENTICATION_REQUIRED on a website for a sign-in on the hosted pages that is too old", async () => {
    // Attack: a website asks the hosted pages for another code, to pass for a user who has just shown their password.
    const project = await hostedProject();
    const pages = await hostedPages(project.id);
    const verification_callback_url = `http://localhost:5173/handler/email-verification?project_id=${project.id}`;
    const fields = { email: freshAddress(), password, verification_callback_url };
    const { body: hosted } = await pages.send("POST /auth/password/sign-up", fields);
    await reconfigure(project, { "auth.password.allowSignIn": true, "auth.sessions.reauthenticationMinutes": 15 });
    const sessionId = String(claimsOf(hosted.access_token).refresh_token_id);
    await changeSession(sessionId, { authenticatedAt: Date.now() - 15 * 60_000 });
    const site = website(project.id, shop);
    const { body } = await pages.send("POST /auth/hosted/authorize", await site.request(), hosted);
    const { body: session } = await site.finish(body.redirect_url, pages.issuer);
    const changed = { old_password: password, new_password: "a longer passphrase" };
    expectError(await pages.send("POST /auth/password/update", changed, session), 403, "REAUTHENTICATION_REQUIRED");
  });
});
