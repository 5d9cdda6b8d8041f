import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { type ReactNode, Suspense } from "react";
import { renderToPipeableStream, renderToReadableStream } from "react-dom/server";
import { describe, it, vi } from "vitest";
import * as kit from "..";
import { accessToken } from "../testing/responding-apps";

const responses: Record<string, object> = {
  "/api/v1/projects/current": {
    id: "p1",
    display_name: "Corner Shop",
    config: { sign_up_enabled: true, credential_enabled: true, enabled_oauth_providers: [], appearance: {} },
  },
  "/api/v1/users/me": { id: "u1", display_name: "Zoe", oauth_providers: [], selected_team: null, is_anonymous: false },
  "/api/v1/teams": { items: [] },
};

/** An app on a server, whose requests are handled here. */
function appOf(tokenStore: kit.TokenStoreInit) {
  const fetch: typeof globalThis.fetch = async (input) =>
    Response.json(responses[new URL(String(input)).pathname] ?? { items: [] });
  vi.stubGlobal("fetch", fetch);
  return new kit.GatehouseClientApp({
    baseUrl: "https://api.example.com",
    projectId: "p1",
    publishableClientKey: "pck_test",
    tokenStore,
  });
}

type Rendered = { html: string; errors: (Error & { digest?: string })[] };

async function render(app: kit.GatehouseClientApp, content: ReactNode): Promise<Rendered> {
  const errors: Rendered["errors"] = [];
  const page = <kit.GatehouseProvider app={app}>{content}</kit.GatehouseProvider>;
  const onError = (error: unknown) => {
    errors.push(error as Error);
    return (error as { digest?: string }).digest;
  };
  const stream = await renderToReadableStream(page, { onError });
  await stream.allReady;
  return { html: await new Response(stream).text(), errors };
}

const components: [name: string, content: ReactNode][] = [
  ["GatehouseHandler", <kit.GatehouseHandler key="1" />],
  ["GatehouseHandler at a location", <kit.GatehouseHandler key="1" location="/handler/sign-in" fullPage />],
  ["SignIn", <kit.SignIn key="1" />],
  ["SignUp", <kit.SignUp key="1" fullPage />],
  ["SignOut", <kit.SignOut key="1" />],
  ["ForgotPassword", <kit.ForgotPassword key="1" />],
  ["PasswordReset", <kit.PasswordReset key="1" />],
  ["EmailVerification", <kit.EmailVerification key="1" />],
  ["MagicLinkCallback", <kit.MagicLinkCallback key="1" />],
  ["OAuthCallback", <kit.OAuthCallback key="1" />],
  ["TeamInvitation", <kit.TeamInvitation key="1" />],
  ["CliAuthConfirmation", <kit.CliAuthConfirmation key="1" />],
  ["MultiFactor", <kit.MultiFactor key="1" />],
  ["AccountSettings", <kit.AccountSettings key="1" />],
  ["CredentialSignIn", <kit.CredentialSignIn key="1" />],
  ["CredentialSignUp", <kit.CredentialSignUp key="1" />],
  ["MagicLinkSignIn", <kit.MagicLinkSignIn key="1" />],
  ["OAuthButton", <kit.OAuthButton key="1" type="sign-in" provider="google" />],
  ["OAuthButtonGroup", <kit.OAuthButtonGroup key="1" type="sign-in" />],
  ["UserButton", <kit.UserButton key="1" />],
  ["UserAvatar", <kit.UserAvatar key="1" />],
  ["TeamSwitcher", <kit.TeamSwitcher key="1" />],
  ["SelectedTeamSwitcher", <kit.SelectedTeamSwitcher key="1" />],
  ["MessageCard", <kit.MessageCard key="1" title="Done" />],
];

describe("on a server that cannot read the session", () => {
  it.for(components)("%s renders a state of loading, without an error", async ([, content], { expect }) => {
    const { html, errors } = await render(appOf("cookie"), content);
    expect(errors).toEqual([]);
    expect(html).toContain('class="gatehouse stack-scope contents');
  });

  it("a hook leaves its loading boundary to the browser, and says why", async ({ expect }) => {
    const Name = () => kit.useUser()?.displayName;
    const { html, errors } = await render(
      appOf("cookie"),
      <Suspense fallback="waiting">
        <Name />
      </Suspense>,
    );
    expect(html).toContain("waiting");
    expect(errors).toHaveLength(1);
    expect(errors[0]?.digest).toBe("BAILOUT_TO_CLIENT_SIDE_RENDERING");
    expect(errors[0]?.message).toMatch(
      /usual causes are:\n\n1\. .*<Suspense.*\n2\. .*root layout.*\n3\. .*error boundary/,
    );
  });
});

describe("on a server that has the tokens of the request", () => {
  it("components stream what they show, in the page or in a full one", async ({ expect }) => {
    const signedIn = { accessToken, refreshToken: "r1" };
    const { html, errors } = await render(appOf(signedIn), <kit.UserButton />);
    expect(errors).toEqual([]);
    expect(html).toContain("ZO");
    const signedOut = { accessToken: null, refreshToken: null };
    expect((await render(appOf(signedOut), <kit.SignIn fullPage />)).html).toContain("current-password");
  });

  it("components stream to Node as well", async ({ expect }) => {
    const app = appOf({ accessToken: null, refreshToken: null });
    const out = new PassThrough();
    renderToPipeableStream(
      <kit.GatehouseProvider app={app}>
        <kit.GatehouseHandler location="/handler/sign-in" />
      </kit.GatehouseProvider>,
    ).pipe(out);
    expect(await text(out)).toContain("current-password");
  });
});
