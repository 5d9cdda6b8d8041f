import { it } from "vitest";
import { distanceTable } from "./distance-table";

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
