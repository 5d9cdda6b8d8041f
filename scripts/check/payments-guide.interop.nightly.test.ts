import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, it } from "vitest";
import { startOwnProject } from "../testing/official-client";
import { startStripe } from "../testing/stripe-service";

const suite = startOwnProject();
const run = promisify(execFile);

let stripe: Awaited<ReturnType<typeof startStripe>>;
let folder: string;
let blocks: string[];

beforeAll(async () => {
  [stripe, folder] = await Promise.all([startStripe(), mkdtemp(path.join(tmpdir(), "payments-guide-"))]);
  const page = await readFile("docs/payments.md", "utf8");
  blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
});
afterAll(() => Promise.all([stripe.stop(), rm(folder, { recursive: true, force: true })]));

/** Runs blocks of the page as a reader does, with the reader's project. Returns what each has printed. */
async function paste(some: string[]): Promise<string[]> {
  const { projectId, keys } = suite.project;
  const script = some
    .join("\necho ----\n")
    .replace("the-id-of-the-project", projectId)
    .replace("ssk_your-secret-server-key", keys.secretServerKey)
    .replace("sak_your-super-secret-admin-key", keys.superSecretAdminKey)
    .replace("http://localhost:8787", suite.gatehouse.apiUrl);
  const { stdout, stderr } = await run("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: folder });
  if (stderr) throw new Error(stderr);
  return stdout.split("----\n").map((text) => text.trim());
}

describe("docs/payments.md", () => {
  it("runs as it is pasted: from an empty project to a purchase, and to an account at Stripe", async ({ expect }) => {
    const live = blocks.findIndex((block) => block.includes("/payments/setup"));
    expect(live).toBeGreaterThan(5);
    const [, , config, url, bought, risen, subscribed, used, transactions] = await paste(blocks.slice(0, live));
    expect(JSON.parse(config ?? "")).toEqual({});
    expect(url).toMatch(new RegExp(`^${suite.gatehouse.webUrl}/purchase/${suite.project.projectId}_\\w{45}$`));
    expect(JSON.parse(bought ?? "")).toEqual({ success: true });
    expect(risen).toContain('"quantity":200}');
    expect(subscribed).toMatch(/^{"success":true}{"success":true}{.*"quantity":1200}$/);
    expect(used).toContain('"quantity":1170}');
    const names = JSON.parse(transactions ?? "").transactions.map(
      (each: Record<string, unknown>) => each.offer_display_name,
    );
    expect(names).toEqual([null, "Pro", "Basic", "100 credits"]);

    await suite.gatehouse.restart({
      STRIPE_SECRET_KEY: "sk_test_works",
      STRIPE_PUBLISHABLE_KEY: "pk_test_page",
      STRIPE_WEBHOOK_SECRET: "whsec_guide",
      STRIPE_API_URL: stripe.url,
    });
    const [, , onboarding, account, session] = await paste([...blocks.slice(0, 2), ...blocks.slice(live)]);
    expect(onboarding).toMatch(/^https:\/\/connect\.stripe\.com\//);
    expect(JSON.parse(account ?? "")).toMatchObject({ charges_enabled: false, details_submitted: false });
    expect(session).toMatch(/^accs_secret_/);
  });
});
