import type { MailServer } from "./mail-server-connection";

/**
 * Reads `smtp://user:password@host:port` (STARTTLS where offered; default port 587) or `smtps://…` (implicit TLS;
 * default port 465). User and password are percent-decoded.
 *
 * @throws TypeError that describes what is wrong without repeating the address, which holds a password.
 */
export function parseSmtpUrl(address: string): MailServer {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const implicitTls = url?.protocol === "smtps:";
  if (!url?.hostname || (url.protocol !== "smtp:" && !implicitTls)) {
    throw new TypeError("A mail server is written smtp://user:password@host:port or smtps://user:password@host:port");
  }
  const port = Number(url.port) || (implicitTls ? 465 : 587);
  return {
    host: url.hostname,
    port,
    implicitTls: implicitTls || port === 465,
    ...(url.username !== "" && {
      credentials: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    }),
  };
}
