import type { RequestApi, Wrangler } from "./resources";

/** The API of the account that wrangler deploys to, with wrangler's own credentials. */
export function accountApi(wrangler: Wrangler, env: NodeJS.ProcessEnv = process.env): RequestApi {
  return async (method, path, body) => {
    const base = env.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4";
    const account = env.CLOUDFLARE_ACCOUNT_ID || (await onlyAccount(wrangler));
    const response = await fetch(`${base}/accounts/${account}${path}`, {
      method,
      headers: { ...(await credentials(wrangler)), "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} of Cloudflare's API failed: ${response.status} ${text}`);
    return JSON.parse(text).result;
  };
}

async function credentials(wrangler: Wrangler): Promise<Record<string, string>> {
  const { type, token, key, email } = JSON.parse(await wrangler(["auth", "token", "--json"]));
  return type === "api_key" ? { "x-auth-key": key, "x-auth-email": email } : { authorization: `Bearer ${token}` };
}

async function onlyAccount(wrangler: Wrangler): Promise<string> {
  const { accounts = [] }: { accounts?: { id: string }[] } = JSON.parse(await wrangler(["whoami", "--json"]));
  const [account, ...others] = accounts;
  if (!account || others.length > 0) throw new Error("Set CLOUDFLARE_ACCOUNT_ID to the account to deploy to.");
  return account.id;
}
