import { createServer, type Server } from "node:http";
import { onTestFinished } from "vitest";

/** Lets a server listen on a free port until the test is over. Returns its origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://localhost:${address.port}`;
}

/** Serves one HTML page at every path of an origin of its own, for one test: a website that uses Gatehouse. */
export async function servePlainPage(html: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...headers });
    response.end(html);
  });
  return listen(server);
}
