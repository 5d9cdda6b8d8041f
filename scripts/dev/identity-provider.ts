import { createHash, generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Adapter, AdapterPayload } from "oidc-provider";
import Provider, { type Configuration } from "oidc-provider";
import { normalizeEmail } from "../../worker/protocol/fields";
import { createLocalServer } from "./local-server";

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
 * signs in any email address that is typed. The same address always has the same `sub`. Not for use outside a developer's machine.
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
  const server = createLocalServer((request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    if (path === "/") {
      response.writeHead(200, { "Content-Type": "text/plain; charset=utf-8" });
      response.end("This stands in for Google, GitHub and the rest. Sign in with one of them on a sign-in page.\n");
      return;
    }
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
  await provider.interactionFinished(request, response, { login: { accountId, remember: false }, consent: {} });
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
    // Google puts email and name into the ID token, so this does too.
    conformIdTokenClaims: false,
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

/** The identity provider's sign-in page: any address will do. `emailHint` is filled in for the visitor. */
function signInPage(emailHint: string): string {
  const email = emailHint.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Local identity provider</title>
<style>
  :root { color-scheme: light dark; --line: light-dark(#d4d4d8, #3f3f46); }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; font: 15px/1.5 system-ui, sans-serif;
    background: light-dark(#fafafa, #09090b); }
  form { display: grid; gap: .75rem; width: min(22rem, 100% - 2rem); padding: 1.5rem; border: 1px solid var(--line);
    border-radius: .75rem; background: light-dark(#fff, #18181b); }
  h1 { margin: 0; font-size: 1.125rem; }
  p { margin: 0; color: light-dark(#71717a, #a1a1aa); }
  label { display: grid; gap: .25rem; }
  label.inline { display: flex; align-items: center; gap: .5rem; }
  input:not([type=checkbox]), button { font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
  button { cursor: pointer; }
  button[value=allow] { background: #4f46e5; border-color: #4f46e5; color: #fff; }
</style>
</head>
<body>
<form method="post">
  <h1>Sign in</h1>
  <p>This stands in for Google, GitHub and the rest. Sign in with any address.</p>
  <label>E-mail <input name="email" type="email" required autofocus value="${email}"></label>
  <label>Name <input name="name"></label>
  <label class="inline"><input name="email_verified" type="checkbox" checked> Email is verified</label>
  <button name="action" value="allow">Continue</button>
  <button name="action" value="deny" formnovalidate>Cancel</button>
</form>
</body>
</html>
`;
}

/**
 * Keeps in memory what the local identity provider remembers, until it stops. The adapter that oidc-provider has warns at every
 * start that it is not meant for real use.
 */
class MemoryAdapter implements Adapter {
  static #rows = new Map<string, AdapterPayload>();
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    MemoryAdapter.#rows.set(`${this.#kind}:${id}`, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return MemoryAdapter.#rows.get(`${this.#kind}:${id}`);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#own().find(([, payload]) => payload.uid === uid)?.[1];
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#own().find(([, payload]) => payload.userCode === userCode)?.[1];
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    MemoryAdapter.#rows.delete(`${this.#kind}:${id}`);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of this.#own()) {
      if (payload.grantId === grantId) MemoryAdapter.#rows.delete(key);
    }
  }

  #own(): [string, AdapterPayload][] {
    return [...MemoryAdapter.#rows].filter(([key]) => key.startsWith(`${this.#kind}:`));
  }
}
