import { describe, it } from "vitest";
import { costOf, costReport, prices, type Usage, usageOfMonth } from "./cost";
import { distanceTable } from "./distance-table";

const nothing: Usage = { requests: 0, cpuMillis: 0, rowsRead: 0, rowsWritten: 0, gigabytes: 0, objectRequests: 0 };

describe("the cost of a month", () => {
  it("is the plan's own price for what the plan includes", ({ expect }) => {
    const included = Object.fromEntries(
      Object.entries(nothing).map(([unit]) => [unit, prices[unit as keyof Usage].included]),
    ) as Usage;
    expect(costOf(included).total).toBe(5);
  });

  it("has each unit beyond what is included at its price", ({ expect }) => {
    const cost = costOf({ ...nothing, requests: 110e6, rowsWritten: 60e6, gigabytes: 9 });
    expect(cost).toMatchObject({ requests: 30, rowsWritten: 10, gigabytes: 3, rowsRead: 0 });
    expect(cost.total).toBe(48);
  });

  it("is that of what all users do, and of what is stored of them", ({ expect }) => {
    const usage = usageOfMonth(
      { signIn: 2, me: 60 },
      (workload) => ({ ...nothing, requests: 1, rowsWritten: workload === "signIn" ? 4 : 0 }),
      {
        users: 1_000_000,
        bytesPerUser: 2_000,
      },
    );
    expect(usage).toEqual({ ...nothing, requests: 62e6, rowsWritten: 8e6, gigabytes: 2 });
  });

  it("is shown beside the peer's, and leaves out what is neither", ({ expect }) => {
    const measured = {
      users: 1,
      bytesPerUser: 0,
      size: 0,
      startMillis: 0,
      startCpu: undefined,
      memory: undefined,
      counts: {},
      loads: {},
    };
    const report = costReport(["floor", "gatehouse", "better-auth"].map((name) => ({ ...measured, name })));
    expect(report).toContain("| Active users | gatehouse | better-auth |");
    // 176, 98 and 122 requests a user, of which ten million are included.
    expect(report).toContain("| 1,000,000 | $54.95 | $38.60 |");
    expect(report).toContain("| 1,000,000 | $31.55 | $38.60 |");
  });
});

it("shows what an ocean costs: once to each round trip to the primary, or with smart placement once to each request", ({
  expect,
}) => {
  const table = distanceTable([
    { name: "Preflight", of: "preflight", primary: 0, replica: 0 },
    { name: "Own user", of: "laterRead", primary: 0, replica: 1 },
    { name: "Sign-in", of: "signIn", primary: 2, replica: 0 },
  ]);
  expect(table.split("\n").slice(2)).toEqual([
    "| Preflight | 0 | 0 | 0 | 0 | 0 | 150 |",
    "| Own user | 0 | 1 | 5 | 5 | 150 | 155 |",
    "| Sign-in | 2 | 0 | 10 | 300 | 300 | 160 |",
    // 36 preflights, 42 reads and 2 sign-ins, of the 194 requests of a month.
    "| A busy month, on average |  |  | 1 | 4 | 36 | 63 |",
  ]);
});
