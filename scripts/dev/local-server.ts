import { createServer, type RequestListener, type Server } from "node:http";

const LOCAL_HOST = /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Makes a server that refuses requests which name another host than this machine. Attack: DNS rebinding, by which a website has its own
 * name lead to this machine, and its page then reads what is here as its own. It refuses what is no path, too: any page may ask for it.
 */
export function createLocalServer(listener: RequestListener): Server {
  return createServer((request, response) => {
    const refuse = (status: number, reason: string) =>
      response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(`${reason}\n`);
    if (!LOCAL_HOST.test(request.headers.host ?? "")) return refuse(403, "Open this address by the name localhost.");
    if (!URL.canParse(request.url ?? "", "http://localhost")) return refuse(400, "The request has no path.");
    listener(request, response);
  });
}
