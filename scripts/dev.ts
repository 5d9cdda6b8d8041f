import { printAddresses } from "./dev/address-table";
import { startApi } from "./dev/api";
import { sharedOAuthVars, startIdentityProvider } from "./dev/identity-provider";
import { readLocalSecrets } from "./dev/local-secrets";
import { startMailbox } from "./dev/mailbox";
import { applyMigrations } from "./dev/migrations";
import { explainBusyPorts } from "./dev/ports";
import { startSchedule } from "./dev/schedule";
import { readSettings } from "./dev/settings";
import { startSite } from "./dev/site";

/** What has been started so far, stopped in the opposite order. */
const running: { stop(): Promise<void> }[] = [];
let stopping = false;

async function stopAll(exitCode: number): Promise<never> {
  stopping = true;
  for (const part of running.splice(0).reverse()) await part.stop();
  process.exit(exitCode);
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  await explainBusyPorts(settings.ports);
  const secrets = await readLocalSecrets(".dev.vars");
  await applyMigrations(settings.dataDir);

  const smtpUrl = settings.smtpUrl ?? `smtp://127.0.0.1:${settings.ports.MAIL_PORT}`;
  if (!settings.smtpUrl) {
    running.push(await startMailbox({ smtpPort: settings.ports.MAIL_PORT, pagePort: settings.ports.MAIL_UI_PORT }));
  }
  if (!settings.sharedOAuthIssuer) {
    running.push(await startIdentityProvider({ port: settings.ports.IDP_PORT, apiUrl: settings.apiUrl }));
  }
  const api = await startApi({
    port: settings.ports.API_PORT,
    dataDir: settings.dataDir,
    vars: {
      ...secrets,
      API_URL: settings.apiUrl,
      WEB_URL: settings.webUrl,
      SMTP_URL: smtpUrl,
      MAIL_FROM: "Gatehouse <noreply@gatehouse.localhost>",
      ...sharedOAuthVars(settings.sharedOAuthIssuer ?? settings.identityProviderUrl),
      RATE_LIMITS: "off",
      TRACE: "1",
    },
    log: process.stdout,
    onExit: (reason) => {
      if (stopping) return;
      console.error(`The API stopped by itself (${reason}).`);
      void stopAll(1);
    },
  });
  running.push(api);
  running.push(startSchedule(settings.apiUrl));
  running.push(
    await startSite({
      port: settings.ports.WEB_PORT,
      apiUrl: settings.apiUrl,
      publishableClientKey: secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
    }),
  );

  printAddresses(settings);
  console.log("ready");
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
