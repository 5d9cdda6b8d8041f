import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Secrets of the test run: local values that open nothing outside this process. */
const bindings = {
  SERVER_SECRET: "test-server-secret-0123456789abcdef0123456789abcdef",
  INTERNAL_PUBLISHABLE_CLIENT_KEY: "pck_internal-test-key-local-only",
  INTERNAL_SECRET_SERVER_KEY: "ssk_internal-test-key-local-only",
  INTERNAL_SUPER_SECRET_ADMIN_KEY: "sak_internal-test-key-local-only",
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "noreply@gatehouse.test",
  TRACE: "1",
  RATE_LIMITS: "off",
};

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: { bindings: { ...bindings, MIGRATIONS: await readD1Migrations("./drizzle") } },
          })),
        ],
        test: {
          name: "worker",
          setupFiles: ["./worker/testing/apply-migrations.ts"],
          include: ["worker/**/*.test.ts"],
        },
      },
      {
        test: { name: "web", include: ["web/**/*.test.{ts,tsx}"], exclude: ["web/e2e/**", "web/**/*.interop.test.ts"] },
      },
    ],
  },
});
