import { inject, vi } from "vitest";
import type { Statement } from "../../platform/database";
import { freshAddress } from "../../testing/mailbox";
import { db, project, type TestProject } from "../../testing/project";
import { insertBareUser } from "../../testing/tokens";

export const sendEmail = "POST /emails/send-email" as const;

/** A project with a mail server of its own: the well-behaved one, unless another port is given. */
export function sendingProject(port = inject("mailServers").plainPort, override = {}): Promise<TestProject> {
  return project({
    "emails.server.isShared": false,
    "emails.server.host": "127.0.0.1",
    "emails.server.port": port,
    "emails.server.senderName": "Acme",
    "emails.server.senderEmail": "hello@acme.test",
    ...override,
  });
}

/** Sets credentials for the mail server, which are sealed as they are stored. */
export async function setCredentials(p: TestProject, username: string, password: string): Promise<void> {
  const override = { "emails.server.username": username, "emails.server.password": password };
  await p.admin("PATCH /internal/config/override", { body: { config_override_string: JSON.stringify(override) } });
}

export interface Reader {
  id: string;
  email: string;
}

/** Users with addresses that no other test sends to. */
export async function readers(p: TestProject, count: number): Promise<Reader[]> {
  const made = Array.from({ length: count }, () => ({ id: crypto.randomUUID() as string, email: freshAddress() }));
  const statements = made.map(({ id, email }) => insertBareUser(p.id, { id, primaryEmail: email, displayName: "Ada" }));
  await db.batch(statements as unknown as [Statement, ...Statement[]]);
  return made;
}

/** Sends HTML to users, and returns the id of the send. */
export async function sendHtml(p: TestProject, users: readonly Reader[], body: object = {}): Promise<string> {
  const user_ids = users.map(({ id }) => id);
  const response = await p.server(sendEmail, { body: { html: "<p>News</p>", subject: "News", user_ids, ...body } });
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response.body.send_id;
}

/** A send as it is once a condition on it holds. */
export function sendOnce(p: TestProject, sendId: string, isSo: (send: Record<string, unknown>) => boolean) {
  const read = async () => {
    const { body } = await p.admin("GET /internal/emails/sends/{send_id}", { params: { send_id: sendId } });
    if (!isSo(body)) throw new Error(`The send is ${JSON.stringify(body)}`);
    return body;
  };
  // Each look is a request, which keeps the processor from the send.
  return vi.waitFor(read, { timeout: 30_000, interval: 150 });
}

/** A send that is over. */
export function finished(p: TestProject, sendId: string) {
  return sendOnce(p, sendId, ({ finished_at_millis }) => finished_at_millis !== null);
}

/** Reads how it went, by the ids of users; all of them, of whatever pages. */
export async function recipientsOf(p: TestProject, sendId: string) {
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on wire bodies field by field
  const all = new Map<string, any>();
  const params = { send_id: sendId };
  let query: { cursor?: string } = {};
  for (let isMore = true; isMore; ) {
    const { body } = await p.admin("GET /internal/emails/sends/{send_id}/recipients", { params, query });
    for (const item of body.items as { user_id: string }[]) all.set(item.user_id, item);
    const { next_cursor: cursor } = body.pagination;
    isMore = cursor !== null;
    query = { cursor };
  }
  return all;
}
