import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Stands between a website's server and the API for one test, and notes what passes. */
export async function recordedApi(apiUrl: string) {
  const received: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = "", method = "GET", headers } = request;
    received.push({ path, headers });
    const { host: _host, connection: _connection, "content-length": _length, ...passed } = headers;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const reply = await fetch(apiUrl + path, {
      method,
      headers: passed as Record<string, string>,
      ...(body && { body }),
    });
    const text = await reply.text();
    const kept = [...reply.headers].filter(
      ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name),
    );
    response.writeHead(reply.status, Object.fromEntries(kept)).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, received };
}
