import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { newOwnedProject } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser, visitSignedIn } from "./browser";
import { listen } from "./listen";

const browser = await sharedBrowser();

export async function openWebhooks(gatehouse: Gatehouse, tolerated?: RegExp) {
  const receiver = await startWebhookServer();
  const { owner, project } = await newOwnedProject(gatehouse, "Acme");
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/webhooks`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  return { page, project, receiver };
}

export async function addEndpoint(page: Page, address: string, events: readonly string[] = []) {
  await page.getByRole("button", { name: "Add endpoint" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
  await dialog.getByRole("textbox", { name: "Address" }).fill(address);
  if (events.length > 0) await dialog.getByRole("checkbox", { name: "All events" }).uncheck();
  for (const name of events) await dialog.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check();
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
}

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
