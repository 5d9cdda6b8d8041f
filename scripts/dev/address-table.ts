import type { DevSettings } from "./settings";

/** Prints where everything listens, one line each. */
export function printAddresses(settings: DevSettings): void {
  const rows: readonly (readonly [name: string, address: string])[] = [
    ["Site and dashboard", settings.webUrl],
    ["API", settings.apiUrl],
    ["API reference", `${settings.apiUrl}/api/v1/docs`],
    ["Mailbox", settings.smtpUrl ? hidePassword(settings.smtpUrl) : settings.mailboxUrl],
    // Projects send mails to their users through a mail server of their own, which it can be.
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
