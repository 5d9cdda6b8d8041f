import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { defineConfig } from "vitest/config";
import { catalogues } from "./scripts/build/catalogues.ts";
import { provenTests } from "./scripts/testing/proven.ts";
import { QuickestFirst } from "./scripts/testing/quickest-first.ts";
import { testsAcrossShards } from "./worker/testing/across-shards.ts";

// Miniflare reads this once, as it loads: workerd then trusts the certificate of the test mail servers.
process.env.NODE_EXTRA_CA_CERTS = fileURLToPath(
  new URL("./scripts/testing/localhost-certificate.pem", import.meta.url),
);
const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-plugin");

/** Secrets of the test run: local values that open nothing outside this process. */
const secrets = {
  SERVER_SECRET: "test-server-secret-0123456789abcdef0123456789abcdef",
  INTERNAL_PUBLISHABLE_CLIENT_KEY: "pck_test00000000000000000000000000000000000000000",
  INTERNAL_SECRET_SERVER_KEY: "ssk_test00000000000000000000000000000000000000000",
  INTERNAL_SUPER_SECRET_ADMIN_KEY: "sak_test00000000000000000000000000000000000000000",
};

/** Redirects the Worker's requests to other hosts to the stand-in vendors; requests to this machine pass. */
function routeToVendors(vendorsUrl: string) {
  return async ({ url, method, headers, body }: Pick<Request, "url" | "method" | "headers" | "body">) => {
    const { hostname, host, pathname, search } = new URL(url);
    const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
    const init = { method, headers: new Headers([...headers]), body, redirect: "manual" as const, duplex: "half" };
    return fetch(isLocal ? url : `${vendorsUrl}/${host}${pathname}${search}`, init);
  };
}

const failOnConsoleError = "./scripts/testing/fail-on-console-error.ts";
const migratedData = "./scripts/testing/migrated-data-setup.ts";
const bundle = "./scripts/testing/bundle-setup.ts";
const assets = "./scripts/testing/assets-setup.ts";
const interopTests = "{web,worker,scripts}/**/*.interop{,.nightly}.test.ts";

/** `npm test` sets it to `gate`; `npm run test:all`, and Vitest itself, run everything. */
const isGate = process.env.TEST_SCOPE === "gate";
/** Lists what is exhaustive, or passed with all that it depends on as it is: it runs every night and before a release. */
const left = isGate ? ["**/*.nightly.test.{ts,tsx}", ...provenTests()] : [];

/** Tests that start a product of their own (workerd, a browser) take seconds where others take milliseconds. What is polled may
 * take as long as what Playwright waits for. */
const wholeProductTimeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

const shardTests = "worker/**/*.shards{,.nightly}.test.ts";
/**
 * Lists what two databases can break. In the gate it runs with two alone, and every night all tests of the Worker run
 * with one and with two.
 */
const acrossShards = [...new Set(Object.values(testsAcrossShards).flat())].map((file) => `worker/${file}`);
/** Lists what requests cost with one database, and who is let in. */
const withEither = ["worker/caller-tokens.test.ts", "worker/round-trips.test.ts"];
const withTwoOnly = isGate ? acrossShards.filter((file) => !withEither.includes(file)) : [];
const renderingTests = "worker/features/email-rendering/**/*.test.ts";

/** As in wrangler.toml, but that a batch does not gather for a second, for which each test of a reset email would wait. */
const queueConsumers = {
  "gatehouse-reset-mails": {
    maxBatchSize: 5,
    maxBatchTimeout: 0,
    maxRetries: 2,
    deadLetterQueue: "gatehouse-reset-mails-dead-letters",
  },
};

/** Each is bundled to a module, of hundreds that Vite would transform; with all the ways to import it, so that it is there once. */
const packagesOfWorker = [
  ...["ai", "@ai-sdk/openai-compatible", "fast-check", "jose", "oauth4webapi", "postal-mime", "stripe", "tldts"],
  ...["@simplewebauthn/server", "@simplewebauthn/server/helpers", "zod", "zod/v4"],
  ...["drizzle-orm", "drizzle-orm/casing", "drizzle-orm/d1", "drizzle-orm/sqlite-core"],
  ...["hono", "hono/html", "hono/route", "hono/utils/cookie", "@hono/zod-validator"],
];

const withDatabases = ["./worker/testing/setup.ts"];

/** Projects in workerd transform the same modules, which is done once where their caches have one place: Vitest gives each its own. */
const sharedCache = {
  name: "shared-cache",
  enforce: "post" as const,
  config: { order: "post" as const, handler: () => ({ cacheDir: "node_modules/.vite/vitest/workerd" }) },
};

/** Wrangler gives a local Worker the variables of `npm run dev`, which would change what tests expect: empty, they count as not set. */
const unset = existsSync(".dev.vars")
  ? Object.fromEntries(Object.keys(parseEnv(readFileSync(".dev.vars", "utf8"))).map((name) => [name, ""]))
  : {};

/** Tests in workerd. */
const inWorkerd = (
  name: string,
  include: string[],
  {
    exclude = [],
    otherShards = {},
    setupFiles = withDatabases,
  }: { exclude?: string[]; otherShards?: Record<string, string>; setupFiles?: string[] } = {},
) => ({
  plugins: [
    sharedCache,
    cloudflareTest(async ({ inject }) => ({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        outboundService: routeToVendors(inject("oauthVendors").url),
        d1Databases: { REPLICA: "replica", ...otherShards },
        queueConsumers,
        bindings: {
          ...unset,
          ...secrets,
          SMTP_URL: `smtp://127.0.0.1:${inject("mailServers").plainPort}`,
          MAIL_FROM: "Gatehouse <noreply@gatehouse.test>",
          TRACE: "1",
          RATE_LIMITS: "off",
          PASSWORD_HASH_COST: "minimal",
          INTEGRATION_CLIENTS: readFileSync(
            new URL("./worker/testing/integration-clients.json", import.meta.url),
            "utf8",
          ),
          ...inject("identityProvider").workerVars,
          MIGRATIONS: await readD1Migrations("./drizzle"),
        },
      },
    })),
  ],
  test: {
    name,
    deps: { optimizer: { ssr: { enabled: true, include: packagesOfWorker } } },
    // Files share a database, since each test makes a project of its own: the Worker is loaded once for many files.
    isolate: false,
    // Tests of rate limits send hundreds of requests, which take a busy machine longer than the usual five seconds.
    testTimeout: 60_000,
    include,
    exclude: [interopTests, ...left, ...exclude],
    globalSetup: [
      assets,
      "./scripts/testing/mail-servers.ts",
      "./scripts/testing/identity-provider-setup.ts",
      "./scripts/testing/oauth-vendors-setup.ts",
    ],
    setupFiles: [failOnConsoleError, ...setupFiles],
  },
});

export default defineConfig({
  test: {
    reporters: ["default", "./scripts/testing/time-reporter.ts", "./scripts/testing/count-reporter.ts"],
    // More than there are processors: tests wait for databases, browsers, email and timers more than they work.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: QuickestFirst },
    provide: { propertySeed: isGate ? 1 : Date.now() % 2 ** 31 },
    projects: [
      inWorkerd("worker", ["worker/**/*.test.ts"], { exclude: [renderingTests, shardTests, ...withTwoOnly] }),
      inWorkerd("shards", isGate ? [shardTests, ...acrossShards] : ["worker/**/*.test.ts"], {
        exclude: [renderingTests],
        otherShards: { DB_1: "shard-1" },
      }),
      // Processes of their own: each email of these tests has an isolate, and all isolates of a process share four gigabytes.
      inWorkerd("rendering", [renderingTests], { setupFiles: [] }),
      {
        plugins: [catalogues()],
        test: {
          name: "web",
          // What a test puts in the place of a global, a variable or a method ends with it, as files share a process.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          unstubEnvs: true,
          // Some tests start a command, which takes seconds on a busy machine.
          testTimeout: 60_000,
          include: ["{web,scripts}/**/*.test.{ts,tsx}", "bench/*.test.ts"],
          exclude: ["web/e2e/**", interopTests, ...left],
          setupFiles: [failOnConsoleError],
        },
      },
      {
        plugins: [catalogues()],
        test: {
          name: "interop",
          isolate: false,
          include: [interopTests],
          exclude: left,
          globalSetup: [assets, migratedData, bundle],
          setupFiles: [failOnConsoleError],
          ...wholeProductTimeouts,
        },
      },
      {
        plugins: [catalogues()],
        test: {
          name: "browser",
          // Files of a process share a Gatehouse and a Chromium, see scripts/testing/shared-gatehouse.ts.
          isolate: false,
          include: ["web/e2e/**/*.test.ts"],
          exclude: [interopTests, ...left],
          globalSetup: [assets, migratedData, bundle, "./scripts/testing/browser-setup.ts"],
          setupFiles: [failOnConsoleError],
          ...wholeProductTimeouts,
        },
      },
    ],
  },
});
