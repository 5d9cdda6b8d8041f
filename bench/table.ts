import type { Load } from "./measure";
import { type Workload, workloads } from "./subject";

/** Holds what was measured of one subject with a number of users. */
export interface Measured {
  name: string;
  users: number;
  /** Bytes of the database for each of its users, as they are seeded. */
  bytesPerUser: number;
  /** Gzipped bytes of the upload. */
  size: number;
  startMillis: number;
  /** Milliseconds of CPU; undefined where the system does not say. */
  startCpu: number | undefined;
  /** Resident megabytes of workerd after all loads and many sign-ins at once; undefined where the system does not say. */
  memory: number | undefined;
  counts: Partial<Record<Workload, Record<string, number>>>;
  loads: Partial<Record<Workload, Load>>;
}

/** Sizes of uploads, starts and memory, a row for each subject. */
export function startTable(measured: readonly Measured[]): string {
  const names = [...new Set(measured.map(({ name }) => name))];
  const rows = names.map((name) => {
    const all = measured.filter((result) => result.name === name);
    const start = Math.min(...all.map(({ startMillis }) => startMillis));
    const memory = Math.max(...all.map(({ memory }) => memory ?? Number.NaN));
    const cpu = Math.min(...all.map(({ startCpu }) => startCpu ?? Number.NaN));
    const size = (all[0]?.size ?? 0) / 1000;
    return [name, `${size.toFixed(0)} KB`, `${start.toFixed(0)} ms`, `${cpu.toFixed(0)} ms`, `${memory.toFixed(0)} MB`];
  });
  return table(
    ["", "Upload, gzipped", "Start to first response", "CPU of the start", "Memory after 64 sign-ins at once"],
    rows,
  );
}

/** Round trips to D1 and rows of each workload: the same on every machine. */
export function countTable(measured: readonly Measured[]): string {
  const cells = ({ counts }: Measured, workload: Workload) => {
    const count = counts[workload];
    return count?.d1 === undefined
      ? ["–", "–", "–"]
      : [`${count.d1}`, `${count.rows_read ?? "–"}`, `${count.rows_written ?? "–"}`];
  };
  const counted = measured.filter(({ counts }) => Object.values(counts).some(({ d1 }) => d1 !== undefined));
  const titles = counted.flatMap(({ name }) => [`${name}: round trips`, "rows read", "rows written"]);
  const rows = (Object.keys(workloads) as Workload[])
    .filter((workload) => counted.some(({ counts }) => counts[workload]?.d1 !== undefined))
    .map((workload) => [workloads[workload], ...counted.flatMap((result) => cells(result, workload))]);
  return table(["", ...titles], rows);
}

/** Throughput, latency and CPU of each workload. */
export function loadTable(measured: readonly Measured[]): string {
  const cells = ({ loads }: Measured, workload: Workload) => {
    const load = loads[workload];
    return load
      ? [load.perSecond.toFixed(0), load.p50.toFixed(1), load.p99.toFixed(1), load.cpu?.toFixed(2) ?? "–"]
      : ["–", "–", "–", "–"];
  };
  const titles = measured.flatMap(({ name }) => [`${name}: a second`, "p50 ms", "p99 ms", "CPU ms"]);
  const rows = (Object.keys(workloads) as Workload[]).map((workload) => [
    workloads[workload],
    ...measured.flatMap((result) => cells(result, workload)),
  ]);
  return table(["", ...titles], rows);
}

/** Returns what is to hold of each run, whatever the machine, beside what was measured. */
export function ratioTable(measured: readonly Measured[]): string {
  const of = (name: string) => measured.find((result) => result.name === name);
  const [floor, own, peer] = [of("floor"), of("gatehouse"), of("better-auth")];
  const cpu = (result: Measured | undefined, workload: Workload) => result?.loads[workload]?.cpu ?? Number.NaN;
  const perSecond = (result: Measured | undefined, workload: Workload) =>
    result?.loads[workload]?.perSecond ?? Number.NaN;
  const ratios: [claim: string, goal: string, ratio: number][] = [
    ["Own user a second / batches of three reads", "≥ 0.60", perSecond(own, "me") / perSecond(floor, "batch")],
    ["Password sign-ins a second / hashes", "≥ 0.90", perSecond(own, "signIn") / perSecond(floor, "hash")],
    ["CPU of a refused request without headers / empty route", "≤ 2.50", cpu(own, "stranger") / cpu(floor, "health")],
    ["CPU of a schema error / the peer's", "≤ 1.00", cpu(own, "invalid") / cpu(peer, "invalid")],
    ["CPU of the start / empty Worker's", "≤ 2.00", (own?.startCpu ?? Number.NaN) / (floor?.startCpu ?? Number.NaN)],
  ];
  return table(
    ["", "Goal", "Measured"],
    ratios.map(([claim, goal, ratio]) => [claim, goal, ratio.toFixed(2)]),
  );
}

/** A table of Markdown whose first column is text, and whose other columns are numbers. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(titles), line(titles.map((_, index) => (index === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}
