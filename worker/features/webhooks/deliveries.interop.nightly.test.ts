import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Svix, Webhook } from "svix";
import { afterAll, beforeAll, describe, it } from "vitest";
import { runScheduled } from "../../../scripts/dev/schedule";
import { startOwnProject } from "../../../scripts/testing/official-client";
import { changeStoredData } from "../../../scripts/testing/stored-data";

const suite = startOwnProject();

/** Permissions that every new member of a team gets: each is an event. */
const defaults = Array.from({ length: 98 }, (_, index) => `permission_${index}`);

interface Webhooks {
  server: Server;
  url: string;
  /** By the id of the event, how often it was accepted. */
  accepted: Map<string, number>;
  requests: { headers: IncomingMessage["headers"]; body: string }[];
  /** Resolved once it may respond. */
  isOpen: PromiseWithResolvers<void>;
  onAccepted: (count: number) => void;
}

let receiver: Webhooks;

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const id = String(request.headers["svix-id"]);
    await receiver.isOpen.promise;
    receiver.requests.push({ headers: request.headers, body });
    receiver.accepted.set(id, (receiver.accepted.get(id) ?? 0) + 1);
    response.writeHead(204).end();
    receiver.onAccepted(receiver.accepted.size);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  receiver = {
    server,
    url,
    accepted: new Map(),
    requests: [],
    isOpen: Promise.withResolvers(),
    onAccepted: () => undefined,
  };
});

afterAll(() => {
  receiver.server.close();
  receiver.server.closeAllConnections();
});

/** A request to the API with the project's admin key. */
async function admin(method: string, path: string, body?: object) {
  const { projectId, keys } = suite.project;
  const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-stack-access-type": "admin",
      "x-stack-project-id": projectId,
      "x-stack-super-secret-admin-key": keys.superSecretAdminKey,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
  return response.json();
}

async function svix(): Promise<Svix> {
  const { token } = (await admin("POST", "/webhooks/svix-token", {})) as { token: string };
  return new Svix(token, { serverUrl: suite.gatehouse.apiUrl });
}

describe("a crash of the API (SIGKILL) while 300 webhooks are queued", () => {
  it("loses none, and repeats no more than the five that were under way", async ({ expect }) => {
    const { projectId } = suite.project;
    const override = Object.fromEntries(
      defaults.flatMap((id) => [
        [`rbac.permissions.${id}`, { scope: "team", containedPermissionIds: {} }],
        [`rbac.defaultPermissions.teamMember.${id}`, true],
      ]),
    );
    await admin("PATCH", "/internal/config/override", { config_override_string: JSON.stringify(override) });
    const user = await suite.project.serverApp().createUser({});
    const teams = await Promise.all(
      [1, 2, 3].map((n) => suite.project.serverApp().createTeam({ displayName: `${n}` })),
    );
    const client = await svix();
    const { id } = await client.endpoint.create(projectId, { url: receiver.url });
    const { key } = await client.endpoint.getSecret(projectId, id);

    const crash = new Promise<void>((crashed, failed) => {
      receiver.onAccepted = (count) => {
        if (count < 60) return;
        receiver.onAccepted = () => undefined;
        suite.gatehouse.kill().then(crashed, failed);
      };
    });
    for (const team of teams) await team.addUser(user.id);
    receiver.isOpen.resolve();
    await crash;
    const before = receiver.accepted.size;
    // A membership, and beside these defaults the permission that every new project gives to members.
    const total = teams.length * (defaults.length + 2);
    expect(before).toBeLessThan(total);

    // The run that was killed holds its endpoint for 30 seconds, which pass here.
    changeStoredData(suite.gatehouse, "update webhook_endpoints set leased_until = 0 where project_id = ?", projectId);
    await suite.gatehouse.restart();
    const sweepAndCount = async () => {
      await runScheduled(suite.gatehouse.apiUrl);
      return receiver.accepted.size;
    };
    await expect.poll(sweepAndCount, { timeout: 100_000, interval: 200 }).toBe(total);
    const stats = async () => (await svix()).endpoint.getStats(projectId, id);
    await expect.poll(stats).toMatchObject({ success: total, pending: 0, fail: 0 });
    const repeated = [...receiver.accepted.values()].filter((count) => count > 1);
    expect(repeated.every((count) => count === 2)).toBe(true);
    expect(repeated.length).toBeLessThanOrEqual(5);
    for (const { headers, body } of receiver.requests) {
      new Webhook(key).verify(body, headers as Record<string, string>);
    }
    expect(total).toBe(300);
  });
});
