import type { DeploySettings } from "./settings";

/** Returns what has to be there before a deployment, which makes the rest. */
export function requirementsOf({ vars, hasSandbox }: DeploySettings): string[] {
  const api = hostOf(vars.API_URL) || "the host of API_URL";
  const site = hostOf(vars.WEB_URL) || "the host of WEB_URL";
  const from = vars.MAIL_FROM || "MAIL_FROM";
  return [
    `A Cloudflare account ${hasSandbox ? "on the Workers Paid plan; EMAIL_SANDBOX=off deploys to the Free plan" : "on any plan"}.`,
    "Access to it: `npx wrangler login`, or CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID. The token may edit Workers Scripts, Workers KV Storage, D1, Queues and Cloudflare Pages, and read Account Settings, User Details and Memberships.",
    `The domains of ${api} and ${site} as zones of that account. After the first deployment, add ${api} as a custom domain of the Worker, and ${site} as one of the Pages project: Cloudflare makes their DNS records and certificates.`,
    `A mail server at SMTP_URL that sends from ${from}, with the SPF and DKIM records of its domain in DNS.`,
  ];
}

/** Returns all that keeps the settings from being deployed, each as a sentence. */
export function problemsOf({ missing, refused }: DeploySettings): string[] {
  return [...missing.map((name) => `${name} is not set.`), ...refused];
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? "";
}
