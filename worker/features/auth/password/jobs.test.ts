import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sentEmails } from "../../../db/emails/schema";
import worker from "../../../index";
import { openTools } from "../../../platform/tools";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { callbackUrl, signUp } from "../../../testing/password-sign-ins";
import { db, project, type TestProject, tierHeaders } from "../../../testing/project";
import { scriptedSmtpServer } from "../../../testing/scripted-smtp-server";
import { readResponse, requestOf } from "../../../testing/send-request";
import { missingProjectId } from "../../../testing/statements-by-project";
import { emailResetCodes } from "./jobs";

afterEach(() => void vi.useRealTimers());

describe("reset emails", () => {
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
      emailResetCodes.consume({ projectId: p.id, email, callbackUrl, ...message }, openTools(env, p.id));
    await consume({ projectId: missingProjectId() });
    await consume({ callbackUrl: "https://evil.example/" });
    expect(await mailbox({ to: email })).toHaveLength(1);
    await consume({});
    expect((await mailbox({ to: email, atLeast: 2 })).at(-1)?.subject).toBe("Reset your password at Test project");
  });

  /** A project whose mail server accepts connections and says nothing, with how often it was connected to. */
  async function hangingProject() {
    const p = await project();
    const { email } = await signUp(p);
    const { port, received } = await scriptedSmtpServer({ EHLO: "silence" });
    const email_config = { type: "standard", host: "127.0.0.1", port, username: "u", password: "p", ...sender };
    await p.admin("PATCH /internal/projects/current", { body: { config: { email_config } } });
    return { p, message: { projectId: p.id, email, callbackUrl }, connections: async () => (await received()).length };
  }

  const resetsIn = async (p: TestProject) => {
    const [rows] = await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, p.id))]);
    return rows.filter(({ kind }) => kind === "password_reset").map(({ error }) => error?.rawError);
  };

  // Evidence: project-line-moves-by-own-server
  it("wait for their project's turns, and are sent then; after an hour the log says that they are not", async () => {
    // Attack: while an email by the project's server is under way, strangers in forty networks request resets of made-up
    // addresses. Each of these takes one of the project's turns, or each request that one network sends for an account does. So
    // the emails of the project's users come too late.
    const { p, message, connections } = await hangingProject();
    const queued: { message: object; delaySeconds: number }[] = [];
    const send = async (one: object, { delaySeconds = 0 } = {}) => void queued.push({ message: one, delaySeconds });
    const RESET_MAILS = { send } as unknown as Env["RESET_MAILS"];
    const consume = (one: object) => emailResetCodes.consume(one, openTools({ ...env, RESET_MAILS }, p.id));
    // The queue is served in order: once this email has come, no message of another test meets timers that stand still.
    const other = await project();
    const { email } = await signUp(other);
    await env.RESET_MAILS.send({ projectId: other.id, email, callbackUrl });
    await vi.waitFor(async () => expect(await mailbox({ to: email })).toHaveLength(2), { timeout: 30_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const first = consume(message);
    while ((await connections()) === 0);
    await vi.advanceTimersByTimeAsync(250);
    for (let count = 0; count < 40; count += 1)
      await consume({ ...message, email: freshAddress(), site: `192.0.2.${count}` });
    for (const site of ["198.51.100.1", "198.51.100.1", "198.51.100.2"]) await consume({ ...message, site });
    // The email fails, and its project rests.
    await vi.advanceTimersByTimeAsync(10_000);
    await first;
    await consume(message);
    await consume({ ...message, waitsSince: Date.now() - 3_599_000 });
    expect(queued.map(({ delaySeconds }) => delaySeconds)).toEqual([1, 2, 2, 20]);
    expect(await connections()).toBe(1);
    const unsent = expect.stringContaining("The email was not sent: for an hour, its turn did not come");
    expect(await resetsIn(p)).toEqual(["The mail server did not finish within 10000 ms", unsent]);

    const { port } = await scriptedSmtpServer({});
    const email_config = { type: "standard", host: "127.0.0.1", port, username: "u", password: "p", ...sender };
    await p.admin("PATCH /internal/projects/current", { body: { config: { email_config } } });
    await vi.advanceTimersByTimeAsync(20_000);
    for (const { message: waiting } of queued.splice(0)) await consume(waiting);
    vi.useRealTimers();
    expect(queued).toEqual([]);
    expect((await resetsIn(p)).slice(2)).toEqual([undefined, undefined, undefined, undefined]);
  });

  // Evidence: shared-server-resets-count-for-sites
  it("by the shared server hold up no other site's, however long one is under way", async () => {
    // Attack: a stranger's email takes the shared server longer than a quarter of a second, in a project or the dashboard. What strangers in
    // forty networks request meanwhile takes turns of the project's, so that an owner waits for minutes after it has ended.
    const p = await project();
    const [stranger, owner] = [await signUp(p), await signUp(p)];
    const send = vi.fn<(message: unknown) => Promise<void>>();
    const RESET_MAILS = { send } as unknown as Env["RESET_MAILS"];
    const consume = (email: string, site: string) =>
      emailResetCodes.consume({ projectId: p.id, email, callbackUrl, site }, openTools({ ...env, RESET_MAILS }, p.id));
    vi.useFakeTimers({ toFake: ["Date"] });
    const underWay = consume(stranger.email, "192.0.2.0");
    vi.setSystemTime(Date.now() + 251);
    const others = Array.from({ length: 40 }, (_, count) => consume(freshAddress(), `192.0.2.${count + 1}`));
    await Promise.all([
      ...others,
      consume(owner.email, "198.51.100.1"),
      consume(stranger.email, "192.0.2.0"),
      underWay,
    ]);
    expect(send.mock.calls).toEqual([
      [expect.objectContaining({ email: stranger.email, waitsIn: "site" }), { delaySeconds: 1 }],
    ]);
    expect(await mailbox({ to: owner.email, atLeast: 2 })).toHaveLength(2);
  });

  it("are not sent, rather than wait for more than an hour, where the clock was set back", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const send = vi.fn<(message: object) => Promise<void>>();
    const RESET_MAILS = { send } as unknown as Env["RESET_MAILS"];
    const consume = (message: object) =>
      emailResetCodes.consume(
        { projectId: p.id, email, callbackUrl, ...message },
        openTools({ ...env, RESET_MAILS }, p.id),
      );
    vi.useFakeTimers({ toFake: ["Date"] });
    const underWay = consume({ site: "192.0.2.0" });
    vi.setSystemTime(Date.now() + 251);
    await consume({ site: "192.0.2.0" });
    await underWay;
    const [[waiting] = []] = send.mock.calls.splice(0);
    vi.setSystemTime(Date.now() - 365 * 86_400_000);
    await consume({ ...waiting });
    expect(send).not.toHaveBeenCalled();
    const unsent = expect.stringContaining("The email was not sent: for an hour, its turn did not come");
    expect(await resetsIn(p)).toContainEqual(unsent);
  });

  // Evidence: invented-visitors-take-turns-together
  it("of visitors whom a project's server names take turns together, and hold up no other website's", async () => {
    // Attack: an owner's server invents a visitor for each request, so that each is the first of its site and waits for nothing.
    // In the end everybody else's emails come a minute late.
    const [hostile, other] = [await project(), await project()];
    const { email } = await signUp(other);
    const send = vi.fn<(message: unknown) => Promise<void>>();
    const RESET_MAILS = { send } as unknown as Env["RESET_MAILS"];
    const consume = (p: TestProject, message: { email: string; visitorSite: string }) =>
      emailResetCodes.consume(
        { projectId: p.id, callbackUrl, site: "192.0.2.1", ...message },
        openTools({ ...env, RESET_MAILS }, p.id),
      );
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let count = 0; count < 10; count += 1) {
      const underWay = consume(hostile, { email: freshAddress(), visitorSite: `198.51.100.${count}` });
      vi.setSystemTime(Date.now() + 240);
      await underWay;
    }
    expect(send.mock.calls.length).toBeGreaterThan(3);
    for (const [message] of send.mock.calls)
      expect(message).toMatchObject({ projectId: hostile.id, waitsIn: "website" });
    send.mockClear();
    await consume(other, { email, visitorSite: "198.51.100.1" });
    expect(send).not.toHaveBeenCalled();
    expect(await mailbox({ to: email, atLeast: 2 })).toHaveLength(2);
  });

  // Evidence: reset-mails-wait-for-no-others-mail-server
  it("of a project whose mail server never responds hold up no other project's", async () => {
    // Attack: an owner names a mail server that accepts connections and says nothing, and requests reset emails for users of their own.
    // Each takes the queue's consumer the ten seconds that an email may take, while everybody else waits for theirs.
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

  // Evidence: reset-mails-of-a-hanging-server-take-turns
  it("of projects whose mail servers never respond hold up the others once, however many they are", async () => {
    // Attack: an owner has three projects with such servers, and requests ninety emails in each. At a quarter of a second for each,
    // everybody else's reset emails come a minute later.
    const hanging = await Promise.all([hangingProject(), hangingProject(), hangingProject()]);
    const other = await project();
    const { email } = await signUp(other);
    const many = hanging.flatMap(({ message }) => Array.from({ length: 30 }, () => ({ body: message })));
    await env.RESET_MAILS.sendBatch(many);
    await env.RESET_MAILS.send({ projectId: other.id, email, callbackUrl });
    await vi.waitFor(async () => expect(await mailbox({ to: email })).toHaveLength(2), { timeout: 30_000 });
    for (const { connections } of hanging) expect(await connections()).toBe(1);
  });
});

const sender = { sender_name: "Acme", sender_email: "mail@acme.test" };
