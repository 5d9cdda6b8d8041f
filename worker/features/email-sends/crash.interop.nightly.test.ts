import type { AddressInfo } from "node:net";
import { afterAll, describe, it } from "vitest";
import { runScheduled } from "../../../scripts/dev/schedule";
import { newAddress } from "../../../scripts/testing/accounts";
import { startOwnProject } from "../../../scripts/testing/official-client";
import { ScriptedSmtpServer } from "../../../scripts/testing/scripted-smtp-server";
import { changeStoredData } from "../../../scripts/testing/stored-data";

const suite = startOwnProject();
const server = new ScriptedSmtpServer({ EHLO: "250-scripted.test\r\n250 PIPELINING" });

afterAll(() => server.stop());

/** A request to the API with the project's admin key. */
async function request(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      "x-stack-access-type": "admin",
      "x-stack-project-id": suite.project.projectId,
      "x-stack-super-secret-admin-key": suite.project.keys.superSecretAdminKey,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Users, made by sixteen requests at once. */
async function newUsers(count: number): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  const make = async () => {
    while (addresses.size < count) {
      const email = newAddress("reader");
      const { id } = await request("/users", { primary_email: email });
      if (addresses.size < count) addresses.set(String(id), email);
    }
  };
  await Promise.all(Array.from({ length: 16 }, make));
  return addresses;
}

/** Reads what became of each user, by id. */
async function recipientsOf(sendId: string): Promise<Map<string, string>> {
  const statuses = new Map<string, string>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Record<string, unknown> = await request(
      `/internal/emails/sends/${sendId}/recipients${cursor && `?cursor=${cursor}`}`,
    );
    for (const { user_id, status } of page.items as { user_id: string; status: string }[])
      statuses.set(user_id, status);
    cursor = (page.pagination as { next_cursor: string | null }).next_cursor;
  }
  return statuses;
}

describe("a crash of the API (SIGKILL) while two hundred emails are queued", () => {
  it("loses none, and repeats none that the mail server has accepted", async ({ expect }) => {
    await new Promise<void>((done) => server.tcp.listen(0, "127.0.0.1", done));
    const { port } = server.tcp.address() as AddressInfo;
    await suite.project.owned.update({
      config: {
        emailConfig: {
          type: "standard",
          host: "127.0.0.1",
          port,
          username: "hello",
          password: "correct horse",
          senderName: "Acme",
          senderEmail: "hello@acme.test",
        },
      },
    });
    const users = await newUsers(200);
    const body = { html: "<p>News</p>", subject: "News", user_ids: [...users.keys()] };
    const { send_id } = await request("/emails/send-email", body);
    const sendId = String(send_id);
    await expect.poll(() => server.accepted.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(20);
    await suite.gatehouse.kill();
    expect(server.accepted.length).toBeLessThan(200);
    // The run that was killed holds the send for a minute, which passes here.
    changeStoredData(suite.gatehouse, "update email_sends set wake_at = 0 where id = ?", sendId);
    await suite.gatehouse.restart();

    const isOver = async () => {
      await runScheduled(suite.gatehouse.apiUrl);
      return (await request(`/internal/emails/sends/${sendId}`)).status;
    };
    await expect.poll(isOver, { timeout: 100_000, interval: 500 }).toBe("finished");
    const statuses = await recipientsOf(sendId);
    expect(statuses.size).toBe(200);
    const times = Map.groupBy(server.accepted, (address) => address);
    const outcomes = [...users].map(([id, address]) => [statuses.get(id), times.get(address)?.length ?? 0] as const);
    const unknown = outcomes.filter(([status]) => status === "unknown");
    // One for each connection: the server may have accepted it, and it is not sent again.
    expect(unknown.length).toBeLessThanOrEqual(2);
    for (const [, accepted] of unknown) expect(accepted).toBeLessThanOrEqual(1);
    expect(
      outcomes.filter(([status]) => status !== "unknown").every(([status, n]) => status === "sent" && n === 1),
    ).toBe(true);
    // Two hundred emails are not two hundred connections.
    expect(server.received.filter((line) => line.startsWith("EHLO")).length).toBeLessThanOrEqual(12);
  });
});
