// Measures whether the time of a response to `POST /auth/password/send-reset-code` shows if the address has an account.
// `npx tsx bench/known-address.ts [pairs]` starts the product and prints the AUC: 0.5 is a coin toss, 1 is certainty.
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { startApi } from "../scripts/dev/api";
import { readLocalSecrets } from "../scripts/dev/local-secrets";
import { startMailbox } from "../scripts/dev/mailbox";
import { applyMigrations } from "../scripts/dev/migrations";
import { runScript } from "../scripts/run-script";
import { findFreePorts } from "../scripts/testing/free-ports";

const callbackUrl = "http://localhost:5173/handler/password-reset";
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

await runScript(async () => {
  const pairs = Number(process.argv[2] ?? 400);
  const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-bench-"));
  const [port = 0] = await findFreePorts(1);
  const secrets = await readLocalSecrets(path.join(dataDir, ".dev.vars"));
  await applyMigrations(dataDir);
  const mailbox = await startMailbox({ smtpPort: 0, pagePort: 0 });
  const vars = {
    ...secrets,
    API_URL: `http://localhost:${port}`,
    WEB_URL: "http://localhost:5173",
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: "noreply@gatehouse.localhost",
    RATE_LIMITS: "off",
    TRACE: "1",
  };
  const api = await startApi({ port, dataDir, vars });
  try {
    const post = (route: string, body: object) => send(port, secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY, route, body);
    const knownAddress = "known-00000000-0000-4000-8000-000000000000@example.com";
    const signUp = { email: knownAddress, password: "correct horse battery", verification_callback_url: callbackUrl };
    await post("/auth/password/sign-up", signUp);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let pair = -20; pair < pairs; pair++) {
      // In random order, so that neither kind always follows the other's work.
      const order: (keyof typeof times)[] = Math.random() < 0.5 ? ["known", "unknown"] : ["unknown", "known"];
      for (const kind of order) {
        const email = kind === "known" ? knownAddress : `other-${crypto.randomUUID()}@example.com`;
        const millis = await post("/auth/password/send-reset-code", { email, callback_url: callbackUrl });
        if (pair >= 0) times[kind].push(millis);
        // What follows the response must not fall into the next measurement.
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    }
    const difference = median(times.known) - median(times.unknown);
    console.log(`known ${median(times.known).toFixed(2)} ms, unknown ${median(times.unknown).toFixed(2)} ms (medians)`);
    console.log(`difference ${difference.toFixed(2)} ms, AUC ${auc(times).toFixed(3)} of ${pairs} pairs`);
  } finally {
    agent.destroy();
    await Promise.all([api.stop(), mailbox.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Milliseconds until the last byte of the response. */
function send(port: number, key: string, route: string, body: object): Promise<number> {
  const text = JSON.stringify(body);
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "x-stack-project-id": "internal",
    "x-stack-access-type": "client",
    "x-stack-publishable-client-key": key,
  };
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sent = request(
      { host: "127.0.0.1", port, agent, method: "POST", path: `/api/v1${route}`, headers },
      (response) => {
        response.resume().on("end", () => {
          const millis = performance.now() - start;
          if (response.statusCode === 200) resolve(millis);
          else reject(new Error(`${route} responded with ${response.statusCode}`));
        });
      },
    );
    sent.on("error", reject).end(text);
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns how often a response for a known address takes longer than one for an unknown address. */
function auc({ known, unknown }: { known: number[]; unknown: number[] }): number {
  const wins = known.reduce((sum, a) => sum + unknown.reduce((n, b) => n + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0);
  return wins / (known.length * unknown.length);
}
