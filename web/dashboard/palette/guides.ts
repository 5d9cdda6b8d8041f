const repository = "https://github.com/gatehouse-auth/gatehouse/blob/main/docs";

/** The guides, which are in English, with what else they are found by. */
export const guides = [
  { name: "React components and hooks", file: "react.md", words: "frontend, useUser, SignIn, UserButton" },
  { name: "Sign-in by a tag on any website", file: "embed.md", words: "embed, script, HTML, web component, WordPress" },
  { name: "Administration from code", file: "administration.md", words: "admin app, automation, provisioning, CI" },
  { name: "Emails of your own", file: "emails.md", words: "templates, themes, SMTP, newsletter" },
  { name: "Payments", file: "payments.md", words: "Stripe, offers, subscriptions, items" },
  { name: "Webhooks", file: "webhooks.md", words: "events, signature, Svix, retry" },
  { name: "Data vault", file: "data-vault.md", words: "encryption, secrets, store" },
  { name: "Moving over", file: "moving-over.md", words: "migration, import, export, switch provider" },
  { name: "Security", file: "security.md", words: "threats, hashing, tokens, audit, compliance" },
  { name: "Errors", file: "errors.md", words: "error codes, status, KnownError" },
  { name: "Examples", file: "examples", words: "Next.js, Express, SvelteKit, Python, Go" },
].map(({ file, ...guide }) => ({ ...guide, href: `${repository}/${file}` }));

/** The groups of the API reference that owners look for. */
export const referenceGroups = [
  "About the API",
  "Users",
  "Teams",
  "Permissions",
  "Sessions and tokens",
  "Passwords",
  "One-time codes",
  "Passkeys",
  "OAuth",
  "Second factors",
  "API keys",
  "Project settings",
  "Emails",
  "Webhooks",
  "Metrics",
  "Audit log",
  "Data vault",
];
