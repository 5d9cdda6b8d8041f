import { afterAll, beforeAll, describe, it } from "vitest";
import { LOCAL_INTERNAL_KEYS, randomSecret } from "../dev/local-secrets";
import { startBuiltWorker } from "../testing/built-worker";

let built: Awaited<ReturnType<typeof startBuiltWorker>>;

beforeAll(async () => {
  built = await startBuiltWorker({
    ...LOCAL_INTERNAL_KEYS,
    SERVER_SECRET: randomSecret(),
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "Gatehouse <noreply@gatehouse.test>",
  });
});
afterAll(() => built.stop());

describe("the built Worker", () => {
  it("200 starts, hashes a password and signs a token, in the bundle that a deployment uploads", async ({ expect }) => {
    const response = await built.worker.dispatchFetch("http://localhost:8787/api/v1/auth/password/sign-up", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Stack-Access-Type": "client",
        "X-Stack-Project-Id": "internal",
        "X-Stack-Publishable-Client-Key": LOCAL_INTERNAL_KEYS.INTERNAL_PUBLISHABLE_CLIENT_KEY,
      },
      body: JSON.stringify({
        email: "ada@example.com",
        password: "correct horse battery",
        verification_callback_url: "http://localhost:5173/handler/email-verification",
      }),
    });
    const body = await response.json();
    expect({ status: response.status, body }).toMatchObject({
      status: 200,
      body: { access_token: expect.stringMatching(/^ey/) },
    });
  });

  it("400 ACCESS_TYPE_REQUIRED on a rare endpoint, 404 on no endpoint: what it loads when first needed is in the bundle", async ({
    expect,
  }) => {
    const get = (path: string) => built.worker.dispatchFetch(`http://localhost:8787/api/v1${path}`);
    const rare = await get("/internal/metrics");
    expect({ status: rare.status, body: await rare.json() }).toMatchObject({
      status: 400,
      body: { code: "ACCESS_TYPE_REQUIRED" },
    });
    expect((await get("/internal/nonsense")).status).toBe(404);
  });

  it("runs the tasks of a trigger, which it loads with the first one", async ({ expect }) => {
    const { outcome } = await (await built.worker.getWorker()).scheduled({ cron: "* * * * *" });
    expect(outcome).toBe("ok");
  });
});
