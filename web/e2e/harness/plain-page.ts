import { createServer } from "node:http";
import { listen } from "./listen";

/** Serves one HTML page at every path of an origin of its own, for one test: a website that uses Gatehouse. */
export async function servePlainPage(html: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...headers });
    response.end(html);
  });
  return listen(server);
}
