import type { D1Migration } from "cloudflare:test";

declare global {
  namespace Cloudflare {
    /** Bindings that only tests have. */
    interface Env {
      MIGRATIONS: D1Migration[];
    }
  }
}
