import { renderToReadableStream } from "react-dom/server";
import { describe, it } from "vitest";
import type { HandlerUrls } from "../../kit";
import { GatehouseClientApp } from "../../kit/apps/client-app";
import { realHost } from "../../kit/host/host";
import { GatehouseHandler, type GatehouseHandlerProps } from "./handler";

type Config = {
  sign_up_enabled?: boolean;
  credential_enabled?: boolean;
  magic_link_enabled?: boolean;
  passkey_enabled?: boolean;
  enabled_oauth_providers?: { id: string }[];
  appearance?: { accent_color: null; terms_url: string | null; privacy_url: string | null };
};

/** A website's app whose server returns one project; `requests` collects the paths of its requests. */
function website(config: Config = {}, responses: Record<string, object> = {}, urls: Partial<HandlerUrls> = {}) {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input));
    requests.push(pathname);
    if (responses[pathname]) return Response.json(responses[pathname]);
    if (pathname !== "/api/v1/projects/current") return new Response("unexpected", { status: 500 });
    return Response.json({
      id: "6fbbf22e-f4b2-4c6e-95a1-beab6fa41063",
      display_name: "Corner Shop",
      config: {
        sign_up_enabled: true,
        credential_enabled: true,
        magic_link_enabled: false,
        passkey_enabled: false,
        client_team_creation_enabled: false,
        client_user_deletion_enabled: false,
        allow_user_api_keys: false,
        allow_team_api_keys: false,
        enabled_oauth_providers: [],
        appearance: { accent_color: null, terms_url: null, privacy_url: null },
        ...config,
      },
    });
  };
  const app = new GatehouseClientApp(
    {
      baseUrl: "https://api.example.com",
      projectId: "6fbbf22e-f4b2-4c6e-95a1-beab6fa41063",
      publishableClientKey: "pck_test",
      tokenStore: "memory",
      urls,
    },
    { ...realHost, fetch },
  );
  return { app, requests };
}

/** The page at `location` as HTML, once everything in it is loaded. */
async function show(
  app: GatehouseClientApp,
  location: string,
  componentProps?: GatehouseHandlerProps["componentProps"],
): Promise<string> {
  const stream = await renderToReadableStream(
    <GatehouseHandler app={app} location={location} fullPage componentProps={componentProps} />,
  );
  await stream.allReady;
  // React puts comments between adjacent texts.
  return (await new Response(stream).text()).replaceAll("<!-- -->", "");
}

/** The text of each button, without its icon. */
function buttonsOf(html: string): string[] {
  const buttons = html.match(/<button[^>]*>.*?<\/button>/gs) ?? [];
  const names = buttons.map(
    (button) =>
      button.match(/^<button[^>]* aria-label="([^"]*)"/)?.[1] ??
      button.replace(/<svg.*?<\/svg>/gs, "").replace(/<[^>]+>/g, ""),
  );
  return names.filter((name) => !name.startsWith("Language of this page"));
}

/** The opening tag of the input whose attributes include `attribute`. */
function inputWith(html: string, attribute: string): string | undefined {
  return html.match(/<input[^>]*>/g)?.find((tag) => tag.includes(attribute));
}

describe("GatehouseHandler", () => {
  // Evidence: sign-has-fields-email-password-password
  it("sign-in: has fields for email and password that password managers recognise", async ({ expect }) => {
    const html = await show(website().app, "/handler/sign-in");
    expect(html).toContain(">Sign in</h1>");
    expect(inputWith(html, 'name="email"')).toMatch(
      /type="email".*autoComplete="username webauthn"|autoComplete="username webauthn".*type="email"/i,
    );
    expect(inputWith(html, 'name="password"')).toMatch(/autoComplete="current-password"/i);
    expect(html).toContain('New to <bdi dir="auto">Corner Shop</bdi>?');
  });

  it("sign-in: keeps the return target in the link to sign-up", async ({ expect }) => {
    const html = await show(website().app, "/handler/sign-in?after_auth_return_to=%2Fcart");
    expect(html).toContain('href="/handler/sign-up?after_auth_return_to=%2Fcart"');
  });

  it("sign-in: is in the language that it is given, and names it to screen readers", async ({ expect }) => {
    const stream = await renderToReadableStream(
      <GatehouseHandler app={website().app} location="/handler/sign-in" lang="de" fullPage />,
    );
    await stream.allReady;
    const html = await new Response(stream).text();
    expect(html).toContain(">Anmelden</h1>");
    expect(html).toContain('<div lang="de-DE"');
  });

  it("sign-in: has no link to sign-up where that is disabled", async ({ expect }) => {
    const html = await show(website({ sign_up_enabled: false }).app, "/handler/sign-in");
    expect(html).toContain(">Sign in</h1>");
    expect(html).not.toContain("Create an account");
  });

  it.for(["/handler/sign-in", "/handler/sign-up"])(
    "%s: shows a message when no method is enabled",
    async (page, { expect }) => {
      const html = await show(website({ credential_enabled: false }).app, page);
      expect(html).toContain("No authentication method enabled.");
      expect(html).not.toContain("<input");
    },
  );

  it("sign-in: shows the passkey first, then the code, and the password in a second tab", async ({ expect }) => {
    const app = website({ magic_link_enabled: true, passkey_enabled: true }).app;
    const html = await show(app, "/handler/sign-in");
    const inOrder = [
      "Continue with a passkey",
      "Or continue with",
      ">Email code</button>",
      ">Email &amp; password</button>",
    ];
    const places = [...inOrder, ">Send email<"].map((text) => html.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(html).not.toContain('name="password"');
  });

  it.for(["sign-in", "sign-up"] as const)(
    "%s: shows the enabled providers first, by their display names",
    async (page, { expect }) => {
      const enabled_oauth_providers = ["google", "x", "acme"].map((id) => ({ id }));
      const html = await show(website({ enabled_oauth_providers, passkey_enabled: true }).app, `/handler/${page}`);
      expect(buttonsOf(html).slice(0, 3)).toEqual(["Continue with Google", "Continue with X", "Continue with acme"]);
      expect(html.indexOf("Continue with acme")).toBeLessThan(html.indexOf("Or continue with"));
    },
  );

  it("sign-in: all twelve providers have a display name, and show their logo only where there are many", async ({
    expect,
  }) => {
    const ids = ["google", "github", "microsoft", "spotify", "facebook", "discord"];
    const moreIds = ["gitlab", "bitbucket", "linkedin", "apple", "x", "twitch"];
    const enabled_oauth_providers = [...ids, ...moreIds].map((id) => ({ id }));
    const html = await show(website({ enabled_oauth_providers, credential_enabled: false }).app, "/handler/sign-in");
    const names = ["Google", "GitHub", "Microsoft", "Spotify", "Facebook", "Discord"];
    const moreNames = ["GitLab", "Bitbucket", "LinkedIn", "Apple", "X", "Twitch"];
    expect(buttonsOf(html)).toEqual([...names, ...moreNames].map((name) => `Continue with ${name}`));
    expect(html.match(/<span class="sr-only">.*?Continue with /g)).toHaveLength(12);
    expect(html.match(/<button title="(GitHub|X)"/g)).toHaveLength(2);
    expect(html).not.toContain("Or continue with");
  });

  it("sign-in: shows the names of three to six providers", async ({ expect }) => {
    const enabled_oauth_providers = ["google", "github", "apple"].map((id) => ({ id }));
    const html = await show(website({ enabled_oauth_providers }).app, "/handler/sign-in");
    expect(buttonsOf(html).slice(0, 3)).toEqual(["Google", "GitHub", "Apple"].map((name) => `Continue with ${name}`));
    expect(html.match(/>(Google|GitHub|Apple)</g)).toHaveLength(3);
  });

  it("oauth-callback: sends no request while rendering on a server", async ({ expect }) => {
    const { app, requests } = website();
    expect(await show(app, "/handler/oauth-callback?code=c&state=s")).toContain("Taking you on");
    expect(requests).not.toContain("/api/v1/auth/oauth/token");
  });

  it.for(["sign-in", "sign-up"] as const)("%s: opens the tab that the website selects", async (page, { expect }) => {
    const app = website({ magic_link_enabled: true }).app;
    const html = await show(app, `/handler/${page}`, { [page]: { firstTab: "password" } });
    expect(html.match(/role="tab"[^>]*>[^<]*/g)?.map((tab) => tab.replace(/.*>/, ""))).toEqual([
      "Email &amp; password",
      "Email code",
    ]);
    expect(html).toContain('name="password"');
    expect(html).not.toContain(">Send email<");
  });

  it.for(["sign-in", "sign-up"] as const)("%s: shows the content that the website adds", async (page, { expect }) => {
    const extraInfo = <p>By continuing you accept our terms.</p>;
    expect(await show(website().app, `/handler/${page}`, { [page]: { extraInfo } })).toContain("our terms.");
  });

  it.for([
    [
      "https://shop.example/terms",
      "https://shop.example/privacy",
      "By continuing, you agree to the terms of service and the privacy policy.",
    ],
    ["https://shop.example/terms", null, "By continuing, you agree to the terms of service."],
    [null, "https://shop.example/privacy", "Please read the privacy policy."],
  ] as const)(
    "sign-in and sign-up: link to what the project has set: %s, %s",
    async ([terms_url, privacy_url, text], { expect }) => {
      const { app } = website({ appearance: { accent_color: null, terms_url, privacy_url } });
      for (const page of ["sign-in", "sign-up"]) {
        const html = await show(app, `/handler/${page}`);
        expect(html.replace(/<[^>]+>/g, "")).toContain(text);
        const links = [...html.matchAll(/href="(https:\/\/shop[^"]+)" target="_blank" rel="noreferrer"/g)];
        expect(links.map(([, url]) => url)).toEqual([terms_url, privacy_url].filter((url) => url !== null));
      }
    },
  );

  it("sign-in: has no links where the project has set none", async ({ expect }) => {
    const html = await show(website().app, "/handler/sign-in");
    expect(html).not.toMatch(/terms of service|privacy policy/);
  });

  it("sign-up: has a field for email only where codes are the only method", async ({ expect }) => {
    const app = website({ credential_enabled: false, magic_link_enabled: true, passkey_enabled: true }).app;
    const html = await show(app, "/handler/sign-up");
    expect(html).toContain(">Send email<");
    expect(html).not.toContain('role="tab"');
    expect(html).not.toContain("Passkey");
  });

  // Evidence: sign-up-has-password-field-rule
  it.for([undefined, true, false])(
    "sign-up: has one password field, with its rule (noPasswordRepeat: %s)",
    async (noPasswordRepeat, { expect }) => {
      const html = await show(website().app, "/handler/sign-up", { "sign-up": { noPasswordRepeat } });
      expect(html.match(/autoComplete="new-password"/gi)).toHaveLength(1);
      expect(html).toContain("At least 8 characters");
    },
  );

  it("sign-up: shows a message where the project does not allow it", async ({ expect }) => {
    const html = await show(website({ sign_up_enabled: false }).app, "/handler/sign-up");
    expect(html).toContain('<bdi dir="auto">Corner Shop</bdi> does not take new accounts at the moment.');
    expect(html).not.toContain("<input");
  });

  it("offers no way home where the app has none", async ({ expect }) => {
    const pages = ["/handler/error", "/handler/nowhere", "/handler/sign-out", "/handler/magic-link-callback"];
    for (const page of pages) {
      expect(buttonsOf(await show(website().app, page))).toContain("Go home");
      expect(buttonsOf(await show(website({}, {}, { home: "" }).app, page))).not.toContain("Go home");
    }
  });

  // Email scanners open every link; a page that verified on load would verify addresses that no user has confirmed.
  it("email-verification: does not send the code before the user confirms", async ({ expect }) => {
    const preview = "/api/v1/contact-channels/verify/preview";
    const response = {
      recipient_email: "zoe@example.com",
      user_display_name: "Mallory",
      user_signed_up_at_millis: 1.8e12,
    };
    const { app, requests } = website({}, { [preview]: response });
    const html = await show(app, `/handler/email-verification?code=${"0".repeat(45)}`);
    expect(html).toContain("Verify your email?");
    // Attack: who signed up with the reader's address waits for them to make it theirs.
    for (const shown of ["zoe@example.com", "Mallory", "Jan 15, 2027"]) expect(html).toContain(shown);
    expect(requests).not.toContain("/api/v1/contact-channels/verify");
  });

  // Email scanners open every link; a page that signed in on load would use up the code.
  it("magic-link-callback: does not send the code before the user confirms", async ({ expect }) => {
    const response = { recipient_email: "mallory@example.com" };
    const { app, requests } = website({}, { "/api/v1/auth/otp/sign-in/preview": response });
    const html = await show(app, `/handler/magic-link-callback?code=${"0".repeat(45)}`);
    expect(html).toContain("Sign in?");
    expect(html).toContain("mallory@example.com");
    expect(requests).not.toContain("/api/v1/auth/otp/sign-in");
  });

  it("team-invitation: shows it to a reader without a user, and only reads it", async ({ expect }) => {
    const preview = "/api/v1/team-invitations/accept/preview";
    const { app, requests } = website(
      {},
      {
        [preview]: {
          team_id: "t1",
          team_display_name: "Bakers",
          inviter_display_name: null,
          recipient_email: "zoe@example.com",
          project_display_names: ["Ovens", "Shop"],
        },
      },
    );
    const html = await show(app, `/handler/team-invitation?code=${"0".repeat(45)}`);
    expect(html).toContain("You are invited to a team");
    for (const shown of ["Bakers", "Projects", "Ovens, Shop"]) expect(html).toContain(shown);
    expect(html).not.toContain("Invited by");
    expect(buttonsOf(html)).toEqual(["Sign in", "Create an account"]);
    expect(requests.sort()).toEqual(["/api/v1/projects/current", preview]);
  });

  it.for([
    ["/handler/magic-link-callback", "This sign-in link is not valid"],
    ["/handler/cli-auth-confirm", "This link is not complete"],
    ["/handler/team-invitation", "This invitation link is not valid"],
    ["/handler/email-verification", "This verification link is not valid"],
    ["/handler/password-reset", "This reset link is not valid"],
    ["/handler/sign-out", "You are signed out"],
    ["/handler/forgot-password", "Forgot your password?"],
    ["/handler/error", "Something went wrong"],
    ["/handler/error?errorCode=OUTER_OAUTH_TIMEOUT&message=m", "The sign-in took too long"],
    [
      "/handler/error?errorCode=CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE&message=m&details={}",
      "This email already has an account",
    ],
    ["/handler/nowhere", "Page not found"],
  ] as const)("%s: %s", async ([location, title], { expect }) => {
    expect(await show(website().app, location)).toContain(title);
  });

  // Attack: script injection through the query of the error page.
  // Attack: content spoofing, and a script, by a link with a known code whose message our page would show.
  it("error: shows our own words for the code, never the message of the query", async ({ expect }) => {
    const message = "<img src=x onerror=alert(1)> Pay here";
    const query = new URLSearchParams({ errorCode: "SIGN_UP_NOT_ENABLED", message, details: "{}" });
    const html = await show(website().app, `/handler/error?${query}`);
    expect(html).toContain("This app does not take new accounts.");
    expect(html).not.toContain("Pay here");
    expect(html).not.toContain("img src");
  });
});
