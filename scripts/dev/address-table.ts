import type { DevSettings } from "./settings";

/** Prints where everything listens, one line each. */
export function printAddresses(settings: DevSettings): void {
  const rows = [
    ["Site and dashboard", settings.webUrl],
    ["API", settings.apiUrl],
    ["API reference", `${settings.apiUrl}/api/v1/docs`],
    ["Mailbox", settings.smtpUrl ? hidePassword(settings.smtpUrl) : settings.mailboxUrl],
    [
      "Identity provider",
      settings.sharedOAuthIssuer ?? "off, because SHARED_OAUTH_ variables name clients at providers",
    ],
    ["Local data", settings.dataDir],
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${rows.map(([name, address]) => `  ${name.padEnd(width)}  ${address}`).join("\n")}\n`);
}

function hidePassword(address: string): string {
  const url = new URL(address);
  if (url.password) url.password = "***";
  return url.href;
}
