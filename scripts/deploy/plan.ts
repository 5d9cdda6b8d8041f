import { readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureAssets } from "../build/assets";
import { buildEmbed } from "../build/embed";
import { addKitArchive } from "../build/kit";
import { buildSite } from "../build/site";
import { readWorkerConfig } from "../platform/worker-config";
import { migrateDatabase, REPOSITORY, type Wrangler } from "../platform/wrangler";
import { keepPinnedElements } from "./pinned-elements";
import {
  ensureDatabase,
  ensureNamespace,
  ensurePages,
  ensureQueue,
  ensureReplication,
  type RequestApi,
} from "./resources";
import { completeSecrets, type DeploySettings, secretsToGenerate } from "./settings";

/** One thing that a deployment does, in words and in deed. */
export interface Step {
  does: string;
  run(): Promise<void>;
}

// Beside wrangler.toml, because the paths in it are relative to its folder; both are git-ignored.
const CONFIG = path.join(REPOSITORY, "wrangler.deploy.json");
const SECRETS = path.join(REPOSITORY, "wrangler.deploy.secrets.json");

/** Limits how many wranglers run at once: each takes a second of a processor to load. */
const AT_ONCE = 4;

/**
 * Returns what deploying the Worker of wrangler.toml and the site takes, in stages; the steps of a stage can run at once. Every
 * step can be repeated: it looks for what is there before it makes anything. No request reaches the account before a step
 * runs.
 */
export function planDeployment(
  settings: DeploySettings,
  wrangler: Wrangler,
  requestApi: RequestApi = accountApi(wrangler),
): Step[][] {
  const { worker_loaders: loaders, ...config } = readWorkerConfig();
  const { name, d1_databases: databases = [], kv_namespaces: namespaces = [] } = config;
  const { producers = [], consumers = [] } = config.queues ?? {};
  const queues = new Set([
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue }) => [queue, ...(dead_letter_queue ? [dead_letter_queue] : [])]),
  ]);
  const ids = new Map<string, string>();
  const withConfig: Wrangler = (args) => wrangler([...args, "--config", CONFIG]);

  const databaseSteps: Step[] = databases.flatMap(({ binding, database_name }) => [
    {
      does: `Find or create the D1 database ${database_name}.`,
      run: async () => void ids.set(binding, await ensureDatabase(wrangler, database_name)),
    },
    {
      does: `Switch read replication of ${database_name} ${settings.hasReplicas ? "on" : "off"}.`,
      run: () => ensureReplication(requestApi, ids.get(binding) ?? "", settings.hasReplicas),
    },
  ]);
  const resourceSteps: Step[] = [
    ...namespaces.map(({ binding }) => ({
      does: `Find or create the KV namespace ${namespaceTitle(name, binding)}.`,
      run: async () => void ids.set(binding, await ensureNamespace(wrangler, namespaceTitle(name, binding))),
    })),
    ...[...queues].map((queue) => ({
      does: `Find or create the queue ${queue}.`,
      run: () => ensureQueue(wrangler, queue),
    })),
  ];

  let secrets: Record<string, string> = {};
  const deploymentSteps: Step[] = [
    {
      does: `Write ${path.basename(CONFIG)}: wrangler.toml with the ids found and the variables ${Object.keys(settings.vars).join(", ")}${settings.hasSandbox ? "" : ", without worker_loaders"}.`,
      run: () => {
        const deployed = {
          ...config,
          ...(settings.hasSandbox && { worker_loaders: loaders }),
          vars: { ...config.vars, ...settings.vars, RATE_LIMITS: "on", REQUEST_LOG: "on" },
          d1_databases: databases.map((database) => ({ ...database, database_id: ids.get(database.binding) })),
          kv_namespaces: namespaces.map((namespace) => ({ ...namespace, id: ids.get(namespace.binding) })),
        };
        return writeFile(CONFIG, JSON.stringify(deployed, null, 2));
      },
    },
    ...databases.map(({ binding, database_name }) => ({
      does: `Apply the migrations that ${database_name} has not seen, of: ${migrationNames().join(", ")}.`,
      run: () => migrateDatabase(withConfig, binding, ["--remote"]),
    })),
    {
      does: describeSecrets(settings),
      run: async () => {
        secrets = completeSecrets(settings, await deployedSecrets(withConfig));
        if (!secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY) {
          throw new Error(
            "Set INTERNAL_PUBLISHABLE_CLIENT_KEY to the key of the first deployment: the site is built with it.",
          );
        }
      },
    },
    {
      does: `Deploy the Worker ${name} with its secrets and assets to ${settings.vars.API_URL || "API_URL"}.`,
      run: async () => {
        await ensureAssets();
        await writeFile(SECRETS, JSON.stringify(secrets), { mode: 0o600 });
        try {
          await withConfig(["deploy", "--minify", "--secrets-file", SECRETS]);
        } finally {
          await rm(SECRETS);
        }
      },
    },
    {
      does: `Build the site for ${settings.vars.API_URL || "API_URL"} into dist/site.`,
      run: async () => {
        await buildSite({
          apiUrl: settings.vars.API_URL,
          publishableClientKey: secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY ?? "",
        });
        await buildEmbed(settings.vars.API_URL);
        await addKitArchive();
      },
    },
    {
      does: `Keep the versions of the custom elements that ${settings.vars.WEB_URL || "WEB_URL"} has: websites may have pinned them.`,
      run: async () => void (await keepPinnedElements(settings.vars.WEB_URL, path.join(REPOSITORY, "dist/site"))),
    },
    {
      does: `Find or create the Pages project ${name}, and upload dist/site to it for ${settings.vars.WEB_URL || "WEB_URL"}.`,
      run: async () => {
        await ensurePages(wrangler, name);
        await wrangler(["pages", "deploy", "dist/site", "--project-name", name, "--branch", "main", "--commit-dirty"]);
      },
    },
  ];
  // The first wrangler runs alone: it may renew the sign-in, which works once.
  return [...oneByOne(databaseSteps), ...atOnce(resourceSteps), ...oneByOne(deploymentSteps)];
}

const oneByOne = (steps: Step[]): Step[][] => steps.map((step) => [step]);

function atOnce(steps: Step[]): Step[][] {
  return steps.length > 0 ? [steps.slice(0, AT_ONCE), ...atOnce(steps.slice(AT_ONCE))] : [];
}

/** Names of the secrets that the deployed Worker has; none before its first deployment. */
async function deployedSecrets(wrangler: Wrangler): Promise<string[]> {
  try {
    const secrets: { name: string }[] = JSON.parse(await wrangler(["secret", "list"]));
    return secrets.map(({ name }) => name);
  } catch (error) {
    // Wrangler's words for the platform's codes 10007 and 10090. Anything else must not be taken for "has no secrets".
    if (/Worker "[^"]*" not found/.test(String(error))) return [];
    throw error;
  }
}

function describeSecrets(settings: DeploySettings): string {
  const given = Object.keys(settings.secrets);
  const generated = secretsToGenerate(settings);
  return [
    `Collect the secrets: ${given.length > 0 ? `${given.join(", ")} as given` : "none is given"}`,
    ...(generated.length > 0
      ? [`${generated.join(", ")} made up unless the Worker has them, and kept in ${path.basename(settings.file)}`]
      : []),
  ]
    .join("; ")
    .concat(".");
}

function namespaceTitle(worker: string, binding: string): string {
  return `${worker}-${binding.toLowerCase()}`;
}

function migrationNames(): string[] {
  const files = readdirSync(path.join(REPOSITORY, "drizzle")).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => path.basename(file, ".sql"));
}

/** The API of the account that wrangler deploys to, with wrangler's own credentials. */
function accountApi(wrangler: Wrangler, env: NodeJS.ProcessEnv = process.env): RequestApi {
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
