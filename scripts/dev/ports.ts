import { once } from "node:events";
import { createServer } from "node:net";

/** Throws one sentence that names every taken port and the variable that moves it. */
export async function explainBusyPorts(ports: Record<string, number>): Promise<void> {
  const busy: string[] = [];
  for (const [name, port] of Object.entries(ports)) {
    if (!(await isFree(port))) busy.push(`${port} (${name})`);
  }
  if (busy.length > 0) {
    throw new Error(
      `Port ${busy.join(" and port ")} cannot be used: another program listens there. ` +
        "Stop that program, or set the variable in brackets to another port.",
    );
  }
}

/** As many different free ports of 127.0.0.1 as asked for. They are only free now: listen on them soon. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The system gave no port.");
    ports.push(address.port);
  }
  for (const server of servers) server.close();
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
