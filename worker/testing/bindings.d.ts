/** What the test run adds to the Worker's bindings (vitest.config.ts). */
declare namespace Cloudflare {
  interface Env {
    MIGRATIONS: import("cloudflare:test").D1Migration[];
    /** The mail server's page: `GET {MAILBOX_URL}/api/mails?to=` lists what was sent. */
    MAILBOX_URL: string;
  }
}
