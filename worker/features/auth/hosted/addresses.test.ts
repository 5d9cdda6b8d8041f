import { describe, expect, it } from "vitest";
import type { Json } from "../../../protocol/fields";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { beginFlow, errorPage, locationOf, oauthProject, returnAs } from "../../../testing/oauth-sign-ins";
import { codeIn, signIn, signUpBody } from "../../../testing/password-sign-ins";
import type { TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import { reconfigure } from "./hosted.fixtures";

const site = "http://localhost:5173";

/** A project that trusts nothing but its hosted pages, and signs people in by all that sends them somewhere. */
const hostedOnly = () => oauthProject({ "domains.allowLocalhost": false, "auth.otp.allowSignIn": true });

const pageOf = (projectId: string, page = "email-verification") => `${site}/handler/${page}?project_id=${projectId}`;

/** Every parameter by which the server is given an address to send people to. */
const parameters: [name: string, send: (p: TestProject, address: string) => Promise<TestResponse>][] = [
  [
    "verification_callback_url of a sign-up",
    (p, address) =>
      p.client("POST /auth/password/sign-up", { body: { ...signUpBody(), verification_callback_url: address } }),
  ],
  [
    "callback_url of a reset email",
    (p, callback_url) =>
      p.client("POST /auth/password/send-reset-code", { body: { email: freshAddress(), callback_url } }),
  ],
  [
    "callback_url of a sign-in code",
    (p, callback_url) =>
      p.client("POST /auth/otp/send-sign-in-code", { body: { email: freshAddress(), callback_url } }),
  ],
  [
    "callback_url of a verification email",
    async (p, callback_url) => {
      const { body: user } = await p.server("POST /users", { body: { primary_email: freshAddress() } });
      const { body: channels } = await p.server("GET /contact-channels", { query: { user_id: user.id } });
      return p.server("POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code", {
        params: { user_id: user.id, contact_channel_id: channels.items[0].id },
        body: { callback_url },
      });
    },
  ],
  [
    "callback_url of an invitation",
    async (p, callback_url) => {
      const { body: team } = await p.server("POST /teams", { body: { display_name: "Crew" } });
      return p.server("POST /team-invitations/send-code", {
        body: { team_id: team.id, email: freshAddress(), callback_url },
      });
    },
  ],
  [
    "redirect_uri of a provider's sign-in",
    async (p, redirect_uri) => returnAs(await beginFlow(p, { query: { redirect_uri } }), { email: freshAddress() }),
  ],
  [
    "after_callback_redirect_url of a provider's sign-in",
    async (p, after_callback_redirect_url) =>
      (await beginFlow(p, { query: { redirect_uri: pageOf(p.id), after_callback_redirect_url } })).response,
  ],
];

describe.each(parameters)("%s", (_, send) => {
  it("may be a hosted page of the project", async () => {
    const p = await hostedOnly();
    expect((await send(p, pageOf(p.id))).status).toBeLessThan(400);
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED for any other page of the site, and once hosted pages are off", async () => {
    // Attack: a link of this project in an email, or the code of its user, ends on a page that is not the project's. It may be a
    // page of another project, of the dashboard, or of a website to which the link leads on.
    const [p, other] = [await hostedOnly(), await hostedOnly()];
    const wrong = [
      pageOf(other.id),
      pageOf("internal"),
      `${pageOf(p.id)}&project_id=${other.id}`,
      `${site}/handler/email-verification`,
      `${site}/projects?project_id=${p.id}`,
      `${site}/?project_id=${p.id}`,
      `${site}/handler/..%2fprojects?project_id=${p.id}`,
      `https://evil.example/handler/email-verification?project_id=${p.id}`,
      `${site}@evil.example/handler/email-verification?project_id=${p.id}`,
    ];
    for (const address of wrong) expectError(await send(p, address), 400, "REDIRECT_URL_NOT_WHITELISTED");
    const providers = { type: "google", isShared: true, allowSignIn: true };
    const off: Record<string, Json> = {
      "auth.password.allowSignIn": true,
      "auth.otp.allowSignIn": true,
      "auth.oauth.providers.google": providers,
      "hostedPages.enabled": false,
    };
    await reconfigure(p, off);
    expectError(await send(p, pageOf(p.id)), 400, "REDIRECT_URL_NOT_WHITELISTED");
  });
});

describe("hosted pages", () => {
  it("get the code of a provider's sign-in, which their key redeems", async () => {
    const p = await hostedOnly();
    const page = pageOf(p.id, "oauth-callback");
    const response = await returnAs(await beginFlow(p, { query: { redirect_uri: page } }), { email: freshAddress() });
    const location = locationOf(response);
    expect(location.href).toMatch(new RegExp(`^${site}/handler/oauth-callback\\?project_id=${p.id}&code=`));
  });

  it("get the errors of a provider's sign-in, and no other project's pages do", async () => {
    // Attack: an error page that shows the attacker's text under another project's name.
    const [p, other] = [await hostedOnly(), await hostedOnly()];
    const failed = async (error_redirect_uri: string) =>
      returnAs(await beginFlow(p, { query: { redirect_uri: pageOf(p.id), error_redirect_uri } }), "deny");
    expect(locationOf(await failed(pageOf(p.id, "error"))).searchParams.get("errorCode")).toBe(
      "OAUTH_PROVIDER_ACCESS_DENIED",
    );
    for (const page of [pageOf(other.id, "error"), pageOf("internal", "error"), errorPage]) {
      expectError(await failed(page), 400, "OAUTH_PROVIDER_ACCESS_DENIED");
    }
  });

  it("get the links of emails, which sign in and reset as on a website", async () => {
    const p = await hostedOnly();
    const email = freshAddress();
    const body = signUpBody({ email, verification_callback_url: pageOf(p.id) });
    await p.client("POST /auth/password/sign-up", { body });
    const [message] = await mailbox({ to: email });
    expect(message?.links[0]).toMatch(new RegExp(`^${site}/handler/email-verification\\?project_id=${p.id}&code=`));
    const verified = await p.client("POST /contact-channels/verify", { body: { code: codeIn(message) } });
    expect(verified.status).toBe(200);
    const callback_url = pageOf(p.id, "password-reset");
    await p.client("POST /auth/password/send-reset-code", { body: { email, callback_url } });
    const reset = (await mailbox({ to: email, atLeast: 2 })).at(-1);
    const changed = { code: codeIn(reset), password: "a longer passphrase" };
    expect((await p.client("POST /auth/password/reset", { body: changed })).status).toBe(200);
    expect((await signIn(p, email, changed.password)).status).toBe(200);
  });
});
