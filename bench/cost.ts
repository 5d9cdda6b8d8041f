import { type Workload, workloads } from "./subject";
import { type Measured, table } from "./table";

/**
 * Prices of the Workers Paid plan in US dollars: what a month includes, and what each further unit costs.
 *
 * Sources: developers.cloudflare.com/workers/platform/pricing, /d1/platform/pricing, /durable-objects/platform/pricing, read in
 * November 2026.
 */
export const prices = {
  month: 5,
  requests: { included: 10e6, each: 0.3 / 1e6 },
  cpuMillis: { included: 30e6, each: 0.02 / 1e6 },
  rowsRead: { included: 25e9, each: 0.001 / 1e6 },
  rowsWritten: { included: 50e6, each: 1 / 1e6 },
  gigabytes: { included: 5, each: 0.75 },
  objectRequests: { included: 1e6, each: 0.15 / 1e6 },
} as const;

type Billed = Exclude<keyof typeof prices, "month">;

/** Holds what is billed, in the units of `prices`. */
export type Usage = Record<Billed, number>;

/** Says how often an active user, and a backend for them, makes each request in a month. */
export type Mix = Partial<Record<Workload, number>>;

/**
 * A busy user signs in twice, opens sixty pages that show the user, and has a backend check a permission sixty times. Ours also
 * refreshes the access token in each of 36 half hours. The peer is part of the website, and reads the session from its database
 * for every page. Browsers read our user from another origin, so each of 18 visits sends a preflight request (`health`). A
 * refresh sends none, because it is a form without further headers. A backend that renders the pages reads the user from the
 * access token, which it verifies itself.
 */
export const mixes: Readonly<Record<string, Readonly<Record<string, Mix>>>> = {
  "Pages of a browser": {
    gatehouse: { signIn: 2, me: 60, permission: 60, refresh: 36, health: 18 },
    "better-auth": { signIn: 2, me: 60, permission: 60 },
  },
  "Pages of a backend": {
    gatehouse: { signIn: 2, permission: 60, refresh: 36 },
    "better-auth": { signIn: 2, me: 60, permission: 60 },
  },
};

/** Requests to Durable Objects, which responses do not count: a sign-in reserves its attempt for the address and the account. */
const objectRequests: Mix = { signIn: 1 };

/** Returns what one request of a kind is billed for. Its CPU is that of workerd with D1, more than a deployment's Worker spends. */
export function usageOf(
  { counts, loads }: Pick<Measured, "counts" | "loads">,
  workload: Workload,
  isOurs: boolean,
): Usage {
  const count = counts[workload] ?? {};
  return {
    requests: 1,
    cpuMillis: loads[workload]?.cpu ?? 0,
    rowsRead: count.rows_read ?? 0,
    rowsWritten: count.rows_written ?? 0,
    gigabytes: 0,
    objectRequests: isOurs ? (objectRequests[workload] ?? 0) : 0,
  };
}

/** The usage of a number of active users, who all do what the mix says. */
export function usageOfMonth(
  mix: Mix,
  usage: (workload: Workload) => Usage,
  { users, bytesPerUser }: { users: number; bytesPerUser: number },
): Usage {
  const total: Usage = {
    requests: 0,
    cpuMillis: 0,
    rowsRead: 0,
    rowsWritten: 0,
    gigabytes: (users * bytesPerUser) / 1e9,
    objectRequests: 0,
  };
  for (const [workload, times = 0] of Object.entries(mix) as [Workload, number | undefined][]) {
    const each = usage(workload);
    for (const unit of Object.keys(total) as Billed[]) total[unit] += each[unit] * times * users;
  }
  return total;
}

/** Returns what a month's usage costs in dollars, in all and by what is billed. */
export function costOf(usage: Usage): Record<Billed | "total", number> {
  const parts = (Object.keys(usage) as Billed[]).map((unit) => {
    const { included, each } = prices[unit];
    return [unit, Math.max(0, usage[unit] - included) * each] as const;
  });
  const total = parts.reduce<number>((sum, [, dollars]) => sum + dollars, prices.month);
  return { ...(Object.fromEntries(parts) as Record<Billed, number>), total };
}

const activeUsers = [10_000, 100_000, 1_000_000, 10_000_000];

/** For each mix, the cost of a month, of what it consists for a million active users, and of a million requests of each kind. */
export function costReport(measured: readonly Measured[]): string {
  return Object.entries(mixes)
    .map(([title, mix]) => `## ${title}\n\n${reportOf(mix, measured)}`)
    .join("\n\n");
}

function reportOf(mixOf: Readonly<Record<string, Mix>>, measured: readonly Measured[]): string {
  const compared = measured.flatMap((result) => {
    const mix = mixOf[result.name];
    if (!mix) return [];
    const usage = (workload: Workload) => usageOf(result, workload, result.name === "gatehouse");
    const cost = (users: number) => costOf(usageOfMonth(mix, usage, { users, bytesPerUser: result.bytesPerUser }));
    return [{ name: result.name, mix, usage, cost }];
  });
  const names = compared.map(({ name }) => name);
  const months = activeUsers.map((users) => [
    users.toLocaleString("en"),
    ...compared.map(({ cost }) => dollars(cost(users).total)),
  ]);
  const million = compared.map(({ cost }) => cost(1_000_000));
  const parts = (Object.entries(billed) as [Billed, string][]).map(([unit, title]) => [
    title,
    ...million.map((cost) => dollars(cost[unit])),
  ]);
  const kinds = (Object.keys(workloads) as Workload[])
    .filter((workload) => compared.some(({ mix }) => mix[workload]))
    .map((workload) => [
      workload === "health" ? "Preflight" : workloads[workload],
      ...compared.flatMap(({ mix, usage }) => [`${mix[workload] ?? 0}`, dollars(perMillion(usage(workload)))]),
    ]);
  return [
    `### A month, by active users\n\n${table(["Active users", ...names], months)}`,
    `### What a million active users are billed for\n\n${table(["", ...names], parts)}`,
    `### Each kind of request\n\n${table(
      ["", ...names.flatMap((name) => [`${name}: a user and month`, "a million cost"])],
      kinds,
    )}`,
  ].join("\n\n");
}

const billed: Record<Billed, string> = {
  requests: "Requests",
  cpuMillis: "CPU",
  rowsRead: "Rows read",
  rowsWritten: "Rows written",
  gigabytes: "Storage",
  objectRequests: "Durable Objects",
};

/** Beyond what a month includes. */
function perMillion(usage: Usage): number {
  return (Object.keys(usage) as Billed[]).reduce((sum, unit) => sum + usage[unit] * prices[unit].each * 1e6, 0);
}

const dollars = (amount: number) => `$${amount.toFixed(amount < 100 ? 2 : 0)}`;
