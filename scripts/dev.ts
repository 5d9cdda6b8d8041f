import { readSettings as checkWorkerVariables } from "../worker/platform/env";
import { ensureAssets } from "./build/assets";
import { startApi } from "./dev/api";
import { startIdentityProvider } from "./dev/identity-provider";
import { startMailbox } from "./dev/mailbox";
import { applyMigrations } from "./dev/migrations";
import { explainBusyPorts } from "./dev/ports";
import { startSchedule } from "./dev/schedule";
import { type DevSettings, mailboxOf, readSettings } from "./dev/settings";
import { startSite } from "./dev/site";
import { readVariables, workerVariables } from "./dev/variables";

/** Sets how often the process that started this one is looked for, in milliseconds. */
const PARENT_CHECK_MS = 500;

/** Holds what has been started so far, stopped in the opposite order. */
const running: { stop(): Promise<void> }[] = [];
let stopping = false;

async function stopAll(exitCode: number): Promise<never> {
  stopping = true;
  for (const part of running.splice(0).reverse()) await part.stop();
  process.exit(exitCode);
}

async function start(): Promise<void> {
  const { given, warnings } = await readVariables(process.env, ".dev.vars");
  for (const warning of warnings) console.warn(warning);
  const settings = readSettings(given);
  const vars = workerVariables(given, settings);
  checkWorkerVariables(vars);
  await explainBusyPorts(settings.ports);
  console.log("Gatehouse is starting, which takes up to a minute.");
  console.log("Building what the API serves.");
  await ensureAssets();
  console.log("Migrating the local databases.");
  await applyMigrations(settings.dataDir);

  if (!settings.smtpUrl) {
    running.push(await startMailbox({ smtpPort: settings.ports.MAIL_PORT, pagePort: settings.ports.MAIL_UI_PORT }));
  }
  if (settings.runsIdentityProvider) {
    running.push(await startIdentityProvider({ port: settings.ports.IDP_PORT, apiUrl: settings.apiUrl }));
  }
  console.log("Starting the API.");
  const api = await startApi({
    port: settings.ports.API_PORT,
    dataDir: settings.dataDir,
    vars,
    log: process.stdout,
    onExit: (reason) => {
      if (stopping) return;
      console.error(`The API stopped by itself (${reason}).`);
      void stopAll(1);
    },
  });
  running.push(api);
  running.push(startSchedule(settings.localApiUrl));
  console.log("Starting the site.");
  running.push(
    await startSite({
      port: settings.ports.WEB_PORT,
      apiUrl: settings.apiUrl,
      publishableClientKey: given.INTERNAL_PUBLISHABLE_CLIENT_KEY,
      mailbox: mailboxOf(settings),
    }),
  );

  printAddresses(settings);
  console.log("ready");
}

// npm forwards the signals that it receives; a SIGKILL it does not receive.
if (process.env.npm_lifecycle_event === "dev") {
  const npm = process.ppid;
  setInterval(() => void (process.ppid === npm || stopping || stopAll(1)), PARENT_CHECK_MS).unref();
}

// Ctrl-C, a supervisor, a closed terminal.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void (stopping || stopAll(0)));

try {
  await start();
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Error ? error.message : error);
    await stopAll(1);
  }
}

/** Prints where everything listens, one line each. */
function printAddresses(settings: DevSettings): void {
  const rows: readonly (readonly [name: string, address: string])[] = [
    ["Site and dashboard", settings.webUrl],
    ["API", settings.apiUrl],
    ["API reference", `${settings.apiUrl}/api/v1/docs`],
    ["Mailbox", settings.smtpUrl ? hidePassword(settings.smtpUrl) : settings.mailboxUrl],
    // Projects send emails to their users through a mail server of their own, which it can be.
    ...(settings.smtpUrl ? [] : [["Mailbox by SMTP", smtpOf(settings)] as const]),
    [
      "Identity provider",
      settings.sharedOAuthIssuer ?? "off, because SHARED_OAUTH_ variables name clients at providers",
    ],
    ["Local data", settings.dataDir],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${rows.map(([name, address]) => `  ${name.padEnd(width)}  ${address}`).join("\n")}\n`);
}

function smtpOf({ ports }: DevSettings): string {
  return `127.0.0.1:${ports.MAIL_PORT}, with any user name and password`;
}

function hidePassword(address: string): string {
  const url = new URL(address);
  if (url.password) url.password = "***";
  return url.href;
}
