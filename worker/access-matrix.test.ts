import { describe, expect, it } from "vitest";
import { endpoints } from "./contracts";
import { rows } from "./testing/access-matrix";
import { outcomesByRole } from "./testing/access-matrix/row";
import { newScenario, roles } from "./testing/access-matrix/scenario";

const tiered = endpoints.filter(({ access }) => access !== "public").map(({ key }) => key);

describe("the access matrix", () => {
  it("has one row for each endpoint that checks the caller", () => {
    expect(rows.map(({ key }) => key).toSorted()).toEqual(tiered.toSorted());
  });
});

// Attack: every request, by every role.
describe.each(rows)("$key", (row) => {
  const outcomes = outcomesByRole(row, roles);
  it.each([...outcomes])("%s: %s", async (role, outcome) => {
    const scenario = await newScenario();
    const response = await scenario.as(role)(row.key, await row.input(scenario));
    expect([response.status, response.headers.get("x-stack-known-error")].filter(Boolean).join(" ")).toBe(outcome);
  });
});
