/** Declares what the test run adds to the Worker's bindings (vitest.config.ts). */
declare namespace Cloudflare {
  interface Env {
    MIGRATIONS: import("cloudflare:test").D1Migration[];
    /** A second database, which stands for a replica of the first. */
    REPLICA: D1Database;
  }
}
