import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "./listen";

interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server of a website that receives webhooks until the test is over. It accepts them until it is given another status. */
export async function startWebhookServer() {
  const deliveries: Delivery[] = [];
  const waiting: (() => void)[] = [];
  let status: number | Promise<number> = 200;
  const server = createServer(async (request, response) => {
    deliveries.push({ headers: request.headers, body: await text(request) });
    const code = await status;
    response.writeHead(code, { "content-type": "text/plain" }).end(code < 300 ? "thanks" : "out of order");
    for (const check of waiting) check();
  });
  const url = await listen(server);
  return {
    url: `${url}/webhooks`,
    /** Of a promise, the responses wait for it. */
    respondWith: (next: number | Promise<number>) => {
      status = next;
    },
    /** Resolves with the deliveries once there are so many. */
    received: (count: number) =>
      new Promise<Delivery[]>((resolve) => {
        const check = () => deliveries.length >= count && resolve([...deliveries]);
        waiting.push(check);
        check();
      }),
  };
}
