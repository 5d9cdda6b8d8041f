import { createHash, generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import Provider, { type Configuration } from "oidc-provider";
import { normalizeEmail } from "../../worker/protocol/fields";
import { signInPage } from "./identity-provider-page";
import { MemoryAdapter } from "./memory-adapter";

/** The OAuth client of the API at the local identity provider. */
const LOCAL_OAUTH_CLIENT = { id: "gatehouse", secret: "gatehouse-local-only" } as const;

/** The providers that projects may share (each is this one, locally). */
const SHARED_PROVIDERS = ["GOOGLE", "GITHUB", "MICROSOFT", "SPOTIFY"] as const;

/** The variables of the Worker with which shared providers are the OpenID provider at `issuer`. */
export function sharedOAuthVars(issuer: string): Record<string, string> {
  const keys = SHARED_PROVIDERS.flatMap((provider) => [
    [`SHARED_OAUTH_${provider}_CLIENT_ID`, LOCAL_OAUTH_CLIENT.id],
    [`SHARED_OAUTH_${provider}_CLIENT_SECRET`, LOCAL_OAUTH_CLIENT.secret],
  ]);
  return { SHARED_OAUTH_ISSUER: issuer, ...Object.fromEntries(keys) };
}

interface Person {
  email: string;
  name: string;
  emailVerified: boolean;
}

/**
 * Starts an OpenID provider that stands in for Google, GitHub and the rest: its sign-in page
 * signs in any e-mail address that is typed. The same address always has the same `sub`. Not for use outside a developer's machine.
 */
export async function startIdentityProvider(options: {
  port: number;
  apiUrl: string;
}): Promise<{ issuer: string; stop(): Promise<void> }> {
  const issuer = `http://localhost:${options.port}`;
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, configuration(people));

  // One client for every provider that it stands in for: the callback's last path segment is the provider's name.
  const callbacks = `${options.apiUrl}/api/v1/auth/oauth/callback/`;
  provider.Client.prototype.redirectUriAllowed = (redirectUri: string) => redirectUri.startsWith(callbacks);

  const handle = provider.callback();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    const handled = path.startsWith("/sign-in/")
      ? signIn(provider, people, request, response)
      : handle(request, response);
    handled.catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Shows the sign-in page (GET), or signs in the account that its form names (POST) and goes back to the client. */
async function signIn(
  provider: Provider,
  people: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    const hint = typeof params.login_hint === "string" ? params.login_hint : "";
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(signInPage(hint));
    return;
  }
  const form = new URLSearchParams(await text(request));
  if (form.get("action") === "deny") {
    const denial = { error: "access_denied", error_description: "The user said no." };
    await provider.interactionFinished(request, response, denial);
    return;
  }
  const email = normalizeEmail(form.get("email") ?? "");
  const accountId = createHash("sha256").update(email).digest("hex").slice(0, 24);
  people.set(accountId, {
    email,
    name: form.get("name")?.trim() || email.split("@", 1).join(""),
    emailVerified: form.get("email_verified") === "on",
  });
  await provider.interactionFinished(request, response, { login: { accountId, remember: false } });
}

function configuration(people: Map<string, Person>): Configuration {
  const signingKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  return {
    adapter: MemoryAdapter,
    jwks: { keys: [{ ...signingKey, kty: "RSA", use: "sig", alg: "RS256", kid: "local" }] },
    clients: [
      {
        client_id: LOCAL_OAUTH_CLIENT.id,
        client_secret: LOCAL_OAUTH_CLIENT.secret,
        grant_types: ["authorization_code", "refresh_token"],
        // Replaced by the prefix check above; the registration demands one.
        redirect_uris: ["http://localhost/"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    scopes: ["openid", "email", "profile", "offline_access"],
    // Google puts e-mail and name into the ID token, so this does too.
    conformIdTokenClaims: false,
    issueRefreshToken: async () => true,
    // As strict as the strictest, such as X: a refresh token is taken once, and a second use of it ends the connection.
    rotateRefreshToken: true,
    cookies: { keys: ["local-only"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    ttl: { AccessToken: 3600, Grant: 86_400, IdToken: 3600, Interaction: 3600, RefreshToken: 86_400, Session: 3600 },
    findAccount: (_ctx, accountId) => {
      const person = people.get(accountId);
      if (!person) return undefined;
      const { email, name, emailVerified } = person;
      return { accountId, claims: () => ({ sub: accountId, email, name, email_verified: emailVerified }) };
    },
    // Signing in grants every requested scope: there is no consent page.
    loadExistingGrant: async (ctx) => {
      const { client, provider, session, params } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(typeof params?.scope === "string" ? params.scope : "openid");
      await grant.save();
      return grant;
    },
  };
}
