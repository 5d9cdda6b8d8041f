import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createProject, headersOf, post, requestJson } from "./gatehouse";
import { type BenchRequest, send } from "./measure";

const projects = 8;
/** Endpoints of each, which respond at once. */
const endpoints = 40;
/** Endpoints of one project of which none responds. */
const dead = 60;

type Project = Awaited<ReturnType<typeof createProject>>;

/** Somebody who waits for something now and then. */
export interface Visitor {
  wait: () => Promise<unknown>;
  /** Holds how long such a wait takes, and the pause between two, on average. */
  seconds: number;
  pauseMillis: number;
}

/** A flood of changes that go to many webhooks, and what the webhook of somebody else takes beside it. */
interface WebhookFlood {
  name: string;
  next: () => BenchRequest;
  restMillis: number;
  /** Somebody who changes something, and waits until its webhook has come. */
  other: Visitor;
}

/** @param from the request as the edge reports it, from the address of the other project's server */
export async function* webhookFloods(
  port: number,
  from: (next: () => BenchRequest) => () => BenchRequest,
): AsyncGenerator<WebhookFlood> {
  const arrivals = new Map<string, () => void>();
  const receiver = createServer(async (request, response) => {
    const { data } = JSON.parse(await textOf(request));
    arrivals.get(data.display_name)?.();
    response.writeHead(204).end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const asServer = ({ id, secretServerKey }: Project) => headersOf("server", id, secretServerKey);
  const made = async (name: string, urls: string[]) => {
    const project = await createProject(port, `${name}@example.com`);
    const asAdmin = headersOf("admin", project.id, project.superSecretAdminKey);
    const { token } = await requestJson(port, "/webhooks/svix-token", undefined, asAdmin, 201);
    for (const each of urls) {
      const endpoint = post(`/app/${project.id}/endpoint`, { url: each, description: name }, {}, 201);
      await send(port, { ...endpoint, headers: { ...endpoint.headers, authorization: `Bearer ${token}` } });
    }
    return asServer(project);
  };
  const quiet = await made("quiet", [url]);
  const hostile: Record<string, string>[] = [];
  for (let index = 0; index < projects; index += 1) {
    hostile.push(await made(`webhooks${index}`, Array(endpoints).fill(url)));
  }
  let turn = 0;
  const user = (headers: Record<string, string> = {}) => post("/users", { display_name: `n${turn++}` }, headers, 201);
  const visitorOf = (headers: Record<string, string>): Visitor => ({
    seconds: 12,
    pauseMillis: 600,
    async wait() {
      const request = from(() => user(headers))();
      const { display_name } = JSON.parse(request.body ?? "");
      const arrival = new Promise<void>((resolve) => arrivals.set(display_name, resolve));
      await send(port, request);
      await arrival;
      arrivals.delete(display_name);
    },
  });
  yield {
    name: `eight changes a second in ${projects} projects with ${endpoints} webhooks each: the webhook of another project`,
    next: () => user(hostile[turn % projects]),
    restMillis: 500,
    other: visitorOf(quiet),
  };
  const mixed = await made("mixed", [...Array(dead).fill("http://127.0.0.1:1/"), url]);
  yield {
    name: `eight changes a second in a project with ${dead} webhooks whose receivers are dead: a webhook of the same project`,
    next: () => user(mixed),
    restMillis: 500,
    other: visitorOf(mixed),
  };
  receiver.close();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
