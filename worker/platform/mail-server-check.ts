import type { MailServer } from "./mail-server-connection";
import { SmtpConnection } from "./smtp-connection";

/** Tells whether a mail server greets and takes commands. No credentials and no email are sent to it. */
export async function respondsAsMailServer(server: MailServer): Promise<boolean> {
  const connection = new SmtpConnection(server.host, server.port, server.implicitTls ?? server.port === 465);
  try {
    await connection.open();
    await connection.command("EHLO [127.0.0.1]", 2);
    await connection.write("QUIT\r\n").catch(() => {});
    return true;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}
