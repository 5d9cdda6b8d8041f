/** What the test run adds to the Worker's bindings (vitest.config.ts). */
declare namespace Cloudflare {
  interface Env {
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
