import { isFree } from "../dev/ports";

/** Below the ports that systems give to outgoing connections: such a connection could take one before its server does. */
const FIRST_PORT = 20_000;
/** Each process has ports of its own, since several search for free ones at the same moment. */
const PORTS_PER_PROCESS = 32;
const PROCESSES = 375;

let given = 0;

/** `count` different free ports of 127.0.0.1, at most 32 at a time. */
export async function findFreePorts(count: number): Promise<number[]> {
  const first = FIRST_PORT + (process.pid % PROCESSES) * PORTS_PER_PROCESS;
  const ports: number[] = [];
  for (let tried = 0; ports.length < count; tried++) {
    if (tried === PORTS_PER_PROCESS) throw new Error(`Fewer than ${count} ports from ${first} on are free.`);
    const port = first + (given++ % PORTS_PER_PROCESS);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}
