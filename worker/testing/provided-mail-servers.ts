import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    mailServers: ProvidedMailServers;
  }
}

/**
 * Says what the global set-up of the worker tests (`scripts/testing/mail-servers.ts`) listens on, all on 127.0.0.1. The servers
 * have one account: `mailer@gatehouse.test` with the password `corrèct horse`.
 */
export interface ProvidedMailServers {
  /** Address of the HTTP endpoint that lists what the servers received. */
  controlUrl: string;
  /** A well-behaved server without encryption: what `SMTP_URL` of the tests points at. */
  plainPort: number;
  /** A well-behaved server that requires STARTTLS. */
  startTlsPort: number;
  /** A well-behaved server behind implicit TLS, where one logs in by LOGIN only. */
  implicitTlsPort: number;
}

/** An email as a test mail server took it: the envelope, and the bytes that were sent. */
export interface StoredEmail {
  from: string;
  to: string[];
  isEncrypted: boolean;
  authenticatedAs: string | null;
  rawBase64: string;
}
