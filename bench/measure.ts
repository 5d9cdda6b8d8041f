import { readFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** One request to a subject. */
export interface BenchRequest {
  method: "GET" | "POST" | "PATCH" | "OPTIONS";
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Any other status fails the run: a fast refusal would look like a fast response. */
  status: number;
}

export interface BenchResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Holds what a load of requests took. */
export interface Load {
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  /** Milliseconds of CPU that workerd, D1 included, spent on a request; undefined where the system does not say. */
  cpu: number | undefined;
}

/** Connections that are kept, so that none of the measured requests opens one. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Ends the connections. */
export function endConnections(): void {
  agent.destroy();
}

/** Sends one request. @throws Error when the response has another status than expected */
export async function send(port: number, sent: BenchRequest): Promise<BenchResponse> {
  const response = await exchange(port, sent);
  if (response.status === sent.status) return response;
  throw new Error(`${sent.method} ${sent.path} responded with ${response.status}: ${response.body.slice(0, 300)}`);
}

/** Sends one request, and returns its response whatever its status is. */
export function exchange(port: number, { method, path, headers, body }: BenchRequest): Promise<BenchResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Sends a request again and again, several at once, for some time. */
export async function load(
  { port, pid }: { port: number; pid: number | undefined },
  next: () => BenchRequest,
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<Load> {
  const times: number[] = [];
  const cpuBefore = cpuMillis(pid);
  const start = performance.now();
  const end = start + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      await send(port, next());
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const elapsed = performance.now() - start;
  const cpuAfter = cpuMillis(pid);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    perSecond: (times.length / elapsed) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    cpu: cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / times.length,
  };
}

/** User and system time of a process in milliseconds, by proc(5) in ticks of 10 ms; undefined on other systems. */
export function cpuMillis(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a process in megabytes; undefined on other systems than Linux. */
export function memoryOf(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** The counts of a response's `Server-Timing` header, by their names. */
export function countsOf({ headers }: Pick<BenchResponse, "headers">): Record<string, number> {
  const entries = String(headers["server-timing"] ?? "").matchAll(/(\w+);desc="(\d+)"/g);
  return Object.fromEntries([...entries].map(([, name = "", count]) => [name, Number(count)]));
}
