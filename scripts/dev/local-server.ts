import { createServer, type RequestListener, type Server } from "node:http";

const LOCAL_HOST = /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Makes a server that refuses requests which name another host than this machine. Attack: DNS rebinding, by which a website has its own
 * name lead to this machine, and its page then reads what is here as its own.
 */
export function createLocalServer(listener: RequestListener): Server {
  return createServer((request, response) => {
    if (LOCAL_HOST.test(request.headers.host ?? "")) return listener(request, response);
    response.writeHead(403, { "Content-Type": "text/plain; charset=utf-8" });
    response.end("Open this address by the name localhost.\n");
  });
}
