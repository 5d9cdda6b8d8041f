import { requiredVariables, type VariableName, variableDefaults } from "../../worker/platform/env";

/** Says what each variable of the Worker means. They are not in the schema, as each isolate would load them. */
const meanings: Record<VariableName, string> = {
  API_URL: "Public address of the API, the base of token issuers. Locally `http://localhost:8787`.",
  WEB_URL: "Public address of the site. Locally `http://localhost:5173`.",
  SERVER_SECRET:
    "Root secret from which signing and sealing keys derive ([how to rotate it](root-secret.md)). Locally random.",
  SERVER_SECRET_PREVIOUS:
    "The root secret before, during a rotation: it only verifies signatures and opens sealed values.",
  SERVER_SECRET_NEXT:
    "The root secret that follows, during a rotation: it only verifies signatures and opens sealed values.",
  INTERNAL_PUBLISHABLE_CLIENT_KEY:
    "Key of the internal project, in which owners sign in. It begins with `pck_`. Locally the same in every clone.",
  INTERNAL_SECRET_SERVER_KEY: "The same for servers. It begins with `ssk_`. Locally random, in `.dev.vars`.",
  INTERNAL_SUPER_SECRET_ADMIN_KEY:
    "The same for administration. It begins with `sak_`. Locally random, in `.dev.vars`.",
  SMTP_URL: "The shared mail server, of projects without one of their own. Locally the mailbox.",
  MAIL_FROM: "The address that the shared mail server sends from; the name beside it is the project's.",
  ACCESS_TOKEN_SECONDS: "Lifetime of access tokens, in seconds.",
  OUTBOUND_TIMEOUT_MS: "Longest time for one request to another server, such as an OAuth provider, in milliseconds.",
  RATE_LIMITS:
    "`off` limits neither requests nor attempts. Locally `off`: with `on`, `npm run dev` shows what users see of limits, such as a lockout.",
  COSTLY_HASH_SECONDS:
    "Seconds of processor time in a minute that imported hashes of one project may take, where one takes more than 250 ms.",
  PROJECT_RENDERINGS_PER_MINUTE:
    "Emails that one project may have rendered as previews in a minute, up to the 600 of `PROJECT_RENDERING_REQUESTS` in `wrangler.toml`.",
  PROJECT_EMAILS_PER_HOUR:
    "Emails that one project may send by the shared server in an hour. `npm run ops -- limits` gives a project a value of its own, as for the two variables before.",
  PROJECT_STORAGE_MIB:
    "What one project may store, in MiB, and so many MiB of images. `npm run ops -- storage` gives a project a quota of its own ([operations](operations.md)).",
  PROJECT_STORAGE_ROWS: "How many rows one project may store.",
  SHARD_STORAGE_MIB:
    "The size that a database can have, in MiB: from 70 % of it on its projects share what is left, and it takes no new one ([operations](operations.md#a-database-that-fills-up)). The default is the 10 GB of D1.",
  PROJECTS_PER_OWNER: "Projects of a team, counted with those of all teams that its owner has made.",
  PASSWORD_HASH_COST: "`minimal` makes hashes of passwords as cheap as tests need them; a deployed Worker refuses it.",
  PASSWORD_RANGE_API_URL:
    "Where new passwords are looked up in breaches, such as `https://api.pwnedpasswords.com`: any service with its range interface, which gets five digits of a SHA-1. Without it they are not looked up.",
  AI_API_URL:
    "The assistant that writes email themes, templates and drafts, at an interface as OpenAI has it (`https://api.openai.com/v1`). It is sent those sources and what owners write to it. Without it there is none.",
  AI_API_KEY: "Key of that interface.",
  AI_MODEL: "Model of that interface.",
  AI_TIMEOUT_MS: "Longest time for one response of the model, in milliseconds.",
  WEBHOOK_TIMEOUT_MS: "Longest time for a receiver of a webhook, in milliseconds, at most the default.",
  SVIX_API_KEY: "Has [Svix](https://www.svix.com) send webhooks instead of the instance itself.",
  SVIX_API_URL: "Svix, or a server with its API.",
  RESEND_API_URL:
    "Takes bulk email of projects whose mail server is `smtp.resend.com`, a hundred messages in a request.",
  STRIPE_SECRET_KEY:
    "The operator's account at [Stripe](https://stripe.com), whose connected accounts are those of the projects ([payments](payments.md)). Without it purchases are made in test mode alone.",
  STRIPE_WEBHOOK_SECRET: "With which Stripe signs its events.",
  STRIPE_PUBLISHABLE_KEY: "With which browsers send cards to Stripe.",
  STRIPE_API_URL: "A server with Stripe's API in its place.",
  INTEGRATION_CLIENTS:
    'Partners that make projects and get keys of them, as a JSON list of `{"id", "secretHash", "family", "name", "redirectUris"}`: the hash is the SHA-256 in hexadecimal digits of a random secret (`openssl rand -hex 32`), the family `custom` or `neon` ([partners](partners.md)).',
  SHARED_OAUTH_ISSUER:
    "Development only: every shared provider is this one OpenID issuer. Locally the identity provider.",
  SHARED_OAUTH_ACCESS_TOKENS:
    "Development only: `on` gives users access tokens of that issuer, to try connected accounts without keys of one's own. Providers with shared keys give none.",
  CRON_SECRET:
    "Bearer secret, of 32 characters or more, of `POST /internal/failed-emails-digest`, which sends by hand what a task sends daily. Without it that is refused.",
  TRACE: "`1` adds `Server-Timing` with round trips, rows, hashes and shares of the project. Locally `1`.",
  REQUEST_LOG: "`on` logs each request as a line of JSON, without personal data.",
};

const required = requiredVariables();

function row(name: string, meaning: string, value: unknown): string {
  const ifUnset = required.has(name) ? "**required**" : value === undefined ? "–" : `\`${value}\``;
  return `| \`${name}\` | ${meaning} | ${ifUnset} |`;
}

/** The page of all variables, docs/configuration.md. */
export function configurationPage(): string {
  const rows = Object.entries(variableDefaults()).map(([name, value]) =>
    row(name, meanings[name as VariableName], value),
  );
  return `<!-- Generated by scripts/generate/configuration-page.ts from worker/platform/env.ts; edit those. -->

# Configuration

The Worker checks its variables when it starts, and names what is missing or wrong.

\`npm run dev\` takes each variable from the environment, else from \`.dev.vars\` (which its first run makes), else the local value. It warns of an
unknown name in \`.dev.vars\`, and of one in the environment that looks like a misspelling.

\`npm run deploy\` takes each variable from the environment, else from \`.deploy.vars\`, and gives the Worker most of them as secrets.
\`ACCESS_TOKEN_SECONDS\`, \`OUTBOUND_TIMEOUT_MS\` and \`TRACE\` it takes from \`[vars]\` of \`wrangler.toml\` alone. It sets \`RATE_LIMITS\` and
\`REQUEST_LOG\` to \`on\`. A variable that is left out later stays with the Worker: \`npx wrangler secret delete NAME --name gatehouse\` removes it.

## Variables

A deployed Worker does not start without the required ones. \`npm run dev\` has a local value for each, and \`npm run deploy\` makes the root secret
and the keys of the internal project where they are not given; the addresses and the mail server are for the operator to name.

| Name | Meaning | Default |
|---|---|---|
${rows.join("\n")}

## Providers that projects share

\`SHARED_OAUTH_<PROVIDER>_CLIENT_ID\` and \`SHARED_OAUTH_<PROVIDER>_CLIENT_SECRET\` are keys at an OAuth provider (\`GOOGLE\`, \`GITHUB\`,
\`MICROSOFT\`, \`SPOTIFY\`) for projects without keys of their own, and for owners (\`GOOGLE\`, \`GITHUB\`). Locally they are those of the identity
provider, which stays off when some are set and \`SHARED_OAUTH_ISSUER\` is not.

The address to register at a provider is \`{API_URL}/api/v1/auth/oauth/callback/{provider}\`. The form of the client secret selects the client
authentication, here and in a project's settings:

| Client secret | Client authentication |
|---|---|
| none | a public client with PKCE |
| a private key in PEM (PKCS #8, P-256 or RSA), optionally as \`keyId:key\` | assertions signed by the key; for Microsoft its id is the certificate's SHA-256 thumbprint in base64url |
| \`teamId:keyId:key\`, for Apple | the client secret that Apple requires, made from the key; a ready-made one is used as it is |
| anything else | the secret itself |

## Of \`npm run dev\` alone

\`API_PORT\`, \`WEB_PORT\`, \`MAIL_PORT\`, \`MAIL_UI_PORT\` and \`IDP_PORT\` move the ports, \`DATA_DIR\` moves the data. The mailbox takes emails by
SMTP at \`127.0.0.1:2525\` (\`MAIL_PORT\`), as the mail server of a project's settings too: the dashboard sets it there by a click.

## Of \`npm run deploy\` alone

| Name | Meaning |
|---|---|
| \`EMAIL_SANDBOX\` | \`off\` deploys without Dynamic Workers, which need Cloudflare's paid plan; themes and templates of projects are then refused |
| \`READ_REPLICATION\` | \`off\` has the database read from its primary alone ([operations](operations.md)) |

## Of a project

A project's own settings are one configuration document, which the admin API (\`PATCH /internal/projects/current\`) and, leaf by leaf, \`PATCH
/internal/config/override\` change; \`appearance\`, the look of pages and emails, has only the latter and the dashboard's settings. Secrets in it
are sealed.

It has three levels, each of which comes before those above it: \`project\` for what the owner alone decides
(\`project.requirePublishableClientKey\`), \`branch\` for what is pushed from a repository, and \`environment\`, which the requests above
change. \`GET\`, \`PUT\` and \`PATCH /internal/config/override/{level}\` read, replace and change what one level sets, and \`POST
…/reset-keys\` removes keys from it. All levels together have the 1 MiB of the document.
`;
}
