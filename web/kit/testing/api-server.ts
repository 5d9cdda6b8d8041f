import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach } from "vitest";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, without `/api/v1`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The response; `hang up` closes the connection without one. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | "hang up";

type Handler = (request: Received) => Reply | Promise<Reply>;

/** A real HTTP server that responds as a test configures, and records its requests. */
class ApiServer {
  readonly received: Received[] = [];
  readonly #routes = new Map<string, Handler>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const { method = "", headers } = request;
      const path = (request.url ?? "").replace(/^\/api\/v1/, "");
      const received = { method, path, headers, body };
      this.received.push(received);
      const handler = this.#routes.get(`${method} ${path}`);
      const reply =
        handler === undefined ? { status: 404, body: `No route ${method} ${path}` } : await handler(received);
      if (reply === "hang up") return request.socket.destroy();
      const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body ?? null);
      response.writeHead(reply.status ?? 200, reply.headers).end(text);
    });
  }

  /** Returns where it listens, between a start and a stop. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Starts on a free port of this machine, with neither routes nor requests of an earlier start. */
  async start(): Promise<void> {
    this.#routes.clear();
    this.received.length = 0;
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Responds to `"GET /users/me"` with a reply, with what a function makes of the request, or with a list's next entry. */
  on(route: string, reply: Reply | Handler | readonly (Reply | Handler)[]): void {
    if (!isList(reply)) {
      this.#routes.set(route, typeof reply === "function" ? reply : () => reply);
      return;
    }
    const replies = [...reply];
    this.#routes.set(route, (request) => {
      const next = replies.shift() ?? { status: 500, body: `No reply left for ${route}` };
      return typeof next === "function" ? next(request) : next;
    });
  }

  /** The JSON that the first request for a route brought; null when there was none. */
  bodyOf(route: string): unknown {
    return JSON.parse(this.requestsFor(route)[0]?.body ?? "null");
  }

  /** The requests for one route, in order. */
  requestsFor(route: string): Received[] {
    return this.received.filter(({ method, path }) => `${method} ${path}` === route);
  }
}

/** The server of the tests of a file: each of them begins with it started anew. */
export function serverOfEachTest(): ApiServer {
  const server = new ApiServer();
  beforeEach(async () => {
    await server.start();
  });
  afterEach(async () => {
    await server.stop();
  });
  return server;
}

function isList<T>(reply: T | readonly T[]): reply is readonly T[] {
  return Array.isArray(reply);
}

/** A known error as the API sends it to a caller that requested the status override. */
export function refusal(code: string, status: number, error: string, details?: object): Reply {
  return {
    status: 200,
    headers: { "x-stack-known-error": code, "x-stack-actual-status": String(status) },
    body: { code, ...(details && { details }), error },
  };
}
