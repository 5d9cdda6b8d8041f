import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { sentEmails } from "../../../db/emails/schema";
import worker from "../../../index";
import { openTools } from "../../../platform/tools";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { callbackUrl, signUp } from "../../../testing/password-sign-ins";
import { db, project, type TestProject, tierHeaders } from "../../../testing/project";
import { scriptedSmtpServer } from "../../../testing/scripted-smtp-server";
import { readResponse, requestOf } from "../../../testing/send-request";
import { missingProjectId } from "../../../testing/statements-by-project";
import { mailResetCodes } from "./jobs";

describe("reset mails", () => {
  async function request(p: TestProject, email: string) {
    const send = vi.fn<(message: unknown) => Promise<void>>();
    const context = createExecutionContext();
    const body = { email, callback_url: callbackUrl };
    const headers = tierHeaders(p.id, "client", p.keys.client);
    const RESET_MAILS = { send } as unknown as Env["RESET_MAILS"];
    const sent = requestOf("POST /auth/password/send-reset-code", { body, headers });
    const response = await readResponse(await worker.fetch(sent, { ...env, RESET_MAILS }, context));
    await waitOnExecutionContext(context);
    return { response, messages: send.mock.calls.map(([message]) => message) };
  }

  // Attack: telling from the time of a response whether an address has an account, by the work that follows it.
  it("an invocation does the same for a known and an unknown address, and the rest is another's", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const unknown = freshAddress();
    for (const address of [email, unknown]) {
      const { response, messages } = await request(p, address);
      expect(response).toMatchObject({ status: 200, cost: { d1: 1, hashes: 0 } });
      expect(messages).toEqual([{ projectId: p.id, email: address, callbackUrl }]);
    }
    expect(await mailbox({ to: email, atLeast: 0 })).toHaveLength(1);
  });

  it("are sent by the queue, unless the project is gone or no longer trusts the address of the link", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const consume = (message: object) =>
      mailResetCodes.consume({ projectId: p.id, email, callbackUrl, ...message }, openTools(env, p.id));
    await consume({ projectId: missingProjectId() });
    await consume({ callbackUrl: "https://evil.example/" });
    expect(await mailbox({ to: email })).toHaveLength(1);
    await consume({});
    expect((await mailbox({ to: email, atLeast: 2 })).at(-1)?.subject).toBe("Reset your password at Test project");
  });

  // Evidence: reset-mails-wait-for-no-others-mail-server
  it("of a project whose mail server never responds hold up no other project's", async () => {
    // Attack: an owner names a mail server that accepts connections and says nothing, and requests reset mails for users of their own.
    // Each takes the queue's consumer the ten seconds that a mail may take, while everybody else waits for theirs.
    const [hostile, other] = [await project(), await project()];
    const users = await Promise.all(Array.from({ length: 4 }, () => signUp(hostile)));
    const { email } = await signUp(other);
    const { port } = await scriptedSmtpServer({ connect: "silence" });
    const email_config = { type: "standard", host: "127.0.0.1", port, username: "u", password: "p", ...sender };
    await hostile.admin("PATCH /internal/projects/current", { body: { config: { email_config } } });
    const requested = [...users.map((user) => [hostile.id, user.email]), [other.id, email]];
    await env.RESET_MAILS.sendBatch(
      requested.map(([projectId, address]) => ({ body: { projectId, email: address, callbackUrl } })),
    );
    await vi.waitFor(async () => expect(await mailbox({ to: email })).toHaveLength(2), { timeout: 30_000 });
    // Each of the four is within its ten seconds still.
    const [logged] = await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, hostile.id))]);
    expect(logged.filter(({ kind }) => kind === "password_reset")).toEqual([]);
  });
});

const sender = { sender_name: "Acme", sender_email: "mail@acme.test" };
