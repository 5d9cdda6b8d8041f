import { createServer, type Server } from "node:http";
import { gzipSync } from "node:zlib";

/** Headers of a response that are about its connection or its encoding. */
const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"]);

/** Serves what another server does, compressed as by a deployment: the tests' own server leaves that out. */
export function serveCompressed(port: number, origin: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const headers = { "accept-language": request.headers["accept-language"] ?? "", "sec-fetch-dest": "document" };
    const found = await fetch(origin + request.url, { headers });
    const body = gzipSync(Buffer.from(await found.arrayBuffer()));
    const kept = [...found.headers].filter(([name]) => !ofConnection.has(name));
    response.writeHead(found.status, { ...Object.fromEntries(kept), "content-encoding": "gzip" });
    response.end(body);
  });
  return listen(server, port);
}

/** Serves one page at every path: a website of its own. */
export function servePage(port: number, html: string): Promise<Server> {
  const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" };
  return listen(
    createServer((_, response) => response.writeHead(200, headers).end(gzipSync(html))),
    port,
  );
}

function listen(server: Server, port: number): Promise<Server> {
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}
