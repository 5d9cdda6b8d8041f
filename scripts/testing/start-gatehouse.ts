import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";
import { integrationClients } from "../../worker/testing/integration-clients";
import { type ApiOptions, type RunningApi, whenHealthy } from "../dev/api";
import { sharedOAuthVars, startIdentityProvider } from "../dev/identity-provider";
import { type LocalSecrets, readLocalSecrets } from "../dev/local-secrets";
import { type Mailbox, startMailbox } from "../dev/mailbox";
import { startProcessGroup } from "../dev/process-group";
import { wranglerEnvironment } from "../platform/wrangler";
import { findFreePorts } from "./free-ports";
import { serveSite } from "./site-under-test";

export interface GatehouseOptions {
  /** Variables of the Worker beside, or instead of, those of `npm run dev`. */
  vars?: Record<string, string>;
  /** Also serve the site at `webUrl`. Needs the browser project's global setup, which builds it. */
  site?: boolean;
  /** Also start the local OpenID provider, which then is every shared provider. */
  identityProvider?: boolean;
}

/** A whole Gatehouse: ports, data, mailbox, and its options. */
export interface Gatehouse {
  apiUrl: string;
  webUrl: string;
  /** The folder of its data. */
  dataDir: string;
  mailbox: Mailbox;
  /** SERVER_SECRET and the internal project's keys. */
  secrets: LocalSecrets;
  /** Returns what the Worker has printed lately. */
  output(): string;
}

/** A Gatehouse of a test file's own, which may stop it. */
export interface OwnGatehouse extends Gatehouse {
  /** Ends the API's processes at once, as a crash would (SIGKILL). */
  kill(): Promise<void>;
  /** Starts the API again on the same address and data; stops it first when it still runs. `vars` are added for good. */
  restart(vars?: Record<string, string>): Promise<void>;
  /** Stops every part and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the API in a real workerd process with the parts of `npm run dev`, on free ports: for what stops the API, or needs
 * other variables. Everything else shares the one of its process, see `sharedGatehouse`.
 */
export async function startGatehouse(options: GatehouseOptions = {}): Promise<OwnGatehouse> {
  // Beside the data that it copies: what a process leaves when it is ended goes with the global setup's folder.
  const dataDir = await mkdtemp(path.join(path.dirname(inject("migratedData")), "gatehouse-"));
  const [apiPort, webPort, idpPort] = (await findFreePorts(3)) as [number, number, number];
  const apiUrl = `http://localhost:${apiPort}`;
  const webUrl = `http://localhost:${webPort}`;
  const [mailbox, secrets] = await Promise.all([
    startMailbox({ smtpPort: 0, pagePort: 0 }),
    readLocalSecrets(path.join(dataDir, ".dev.vars")),
    cp(inject("migratedData"), dataDir, { recursive: true }),
  ]);
  const site = options.site
    ? await serveSite({ port: webPort, apiUrl, publishableClientKey: secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY })
    : undefined;
  const identityProvider = options.identityProvider
    ? await startIdentityProvider({ port: idpPort, apiUrl })
    : undefined;

  let vars: Record<string, string> = {
    ...secrets,
    API_URL: apiUrl,
    WEB_URL: webUrl,
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: "Gatehouse <noreply@gatehouse.localhost>",
    RATE_LIMITS: "off",
    PASSWORD_HASH_COST: "minimal",
    TRACE: "1",
    INTEGRATION_CLIENTS: JSON.stringify(integrationClients),
    ...(identityProvider && { ...sharedOAuthVars(identityProvider.issuer), SHARED_OAUTH_ACCESS_TOKENS: "on" }),
    ...options.vars,
  };
  let api: RunningApi = await startBundledApi({ port: apiPort, dataDir, vars });

  return {
    apiUrl,
    webUrl,
    dataDir,
    mailbox,
    secrets,
    output: () => api.output(),
    kill: () => api.kill(),
    async restart(moreVars = {}) {
      await api.stop();
      vars = { ...vars, ...moreVars };
      api = await startBundledApi({ port: apiPort, dataDir, vars });
    },
    async stop() {
      await Promise.all([api.stop(), mailbox.stop(), site?.stop(), identityProvider?.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the API as `startApi` does, but from the bundle of the global set-up. That takes a third of the time, because wrangler
 * would bundle it for each test file. It also leaves workerd as the only process between a request and the Worker.
 */
async function startBundledApi({
  port,
  dataDir,
  vars,
}: Pick<ApiOptions, "port" | "dataDir" | "vars">): Promise<RunningApi> {
  const bundle = inject("workerBundle");
  const file = path.join(dataDir, "worker.json");
  const worker = {
    ...bundle,
    bindings: { ...bundle.bindings, ...vars },
    host: "127.0.0.1",
    port,
    // Wrangler keeps them here, below the folder that it is given as `--persist-to`.
    resourcePersistencePath: path.join(dataDir, "v3"),
    unsafeTriggerHandlers: true,
  };
  await writeFile(file, JSON.stringify(worker), { mode: 0o600 });
  const script = path.join(import.meta.dirname, "run-bundle.mjs");
  return whenHealthy(startProcessGroup(script, [file], { env: wranglerEnvironment() }), port);
}
