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

/** Tells whether this port of 127.0.0.1 is free now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
