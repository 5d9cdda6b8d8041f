import { and, eq, or } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endpoints } from "./contracts";
import { auditEvents } from "./db/audit/schema";
import { rows } from "./testing/access-matrix";
import { outcomesByRole, type Row } from "./testing/access-matrix/row";
import { newScenario, type Role, roles, type Scenario } from "./testing/access-matrix/scenario";
import { svixOutcomes, svixRows } from "./testing/access-matrix/svix";
import { allowedTiersOf, outcomeOf, tierRefusals } from "./testing/access-matrix/tier-refusals";
import { db } from "./testing/project";
import type { RequestInput } from "./testing/send-request";

describe("the access matrix", () => {
  // Evidence: has-row-endpoint-checks-caller
  it("has one row for each endpoint that checks the caller, with the tiers that its contract names", () => {
    const tiered = endpoints.filter(({ access }) => access !== "public" && access !== "webhooks");
    const declared = Object.fromEntries(tiered.map(({ key, access }) => [key, access]));
    expect(rows).toHaveLength(tiered.length);
    expect(Object.fromEntries(rows.map((row) => [row.key, allowedTiersOf(row)]))).toEqual(declared);
  });

  it("has one row for each endpoint of Svix' interface, which checks a token", () => {
    const declared = endpoints.filter(({ access }) => access === "webhooks").map(({ key }) => key);
    expect(svixRows.map(({ key }) => key).toSorted()).toEqual(declared.toSorted());
  });
});

/** Holds what all rows share that change nothing. */
let ofReads: Promise<Scenario> | undefined;

function scenarioOf({ key }: Row): Promise<Scenario> {
  if (!key.startsWith("GET ")) return newScenario();
  ofReads ??= newScenario();
  return ofReads;
}

/** Tells whether a success leaves the scenario as it is for the next role: what is sent is about nothing in it, and deletes nothing. */
function isRepeatable({ key, input, isOnce }: Row): boolean {
  return key.startsWith("GET ") || (input.length === 0 && !isOnce && !key.startsWith("DELETE "));
}

/** Tells whether what an administrator does with it is recorded: writes are, and the one read with which a whole log leaves the project. */
function isRecorded(row: Row): boolean {
  const isWrite = !row.key.startsWith("GET ") || row.key === "GET /internal/audit-events/export";
  return isWrite && allowedTiersOf(row)[0] === "admin";
}

/** The ids of the events about a project, of which its end is one of the internal project. */
async function eventsOf({ project }: Scenario) {
  const ofInternal = and(eq(auditEvents.projectId, "internal"), eq(auditEvents.targetId, project.id));
  const isAbout = or(eq(auditEvents.projectId, project.id), ofInternal);
  return (await db.batch([db.select({ id: auditEvents.id }).from(auditEvents).where(isAbout)]))[0];
}

// Evidence: every-request-by-every-role
// Attack: every request, by every role, and by callers with no tier, no key, another project's key or too low a tier.
// Evidence: leaves-event-audit-log-stands-list
// Attack: an administrator does something harmful in the one way that the audit log says nothing of.
it.each(rows)("$key", async (row) => {
  const outcomes = outcomesByRole(row, roles);
  const scenario = await scenarioOf(row);
  const input = await row.input(scenario);
  const { expected, found } = await tierRefusals(row, scenario, input);
  const send = async (role: Role, to: Scenario, sent: RequestInput) => {
    const before = role === "admin" && isRecorded(row) ? await eventsOf(to) : undefined;
    expected[role] = outcomes.get(role);
    found[role] = outcomeOf(await to.as(role)(row.key, sent));
    if (!before) return;
    expected["leaves an event"] = row.withoutEvent === undefined;
    found["leaves an event"] = (await eventsOf(to)).length > before.length;
  };

  const isSuccessful = (role: Role) => outcomes.get(role)?.startsWith("2");
  // Those that are refused come first, before a success has changed what they meet.
  for (const role of roles.filter((each) => !isSuccessful(each))) await send(role, scenario, input);

  const [first, ...others] = roles.filter(isSuccessful);
  if (first) await send(first, scenario, input);
  for (const role of others) {
    const next = isRepeatable(row) ? scenario : await newScenario();
    await send(role, next, row.key.startsWith("GET ") ? input : await row.input(next));
  }
  expect(found).toEqual(expected);
});

// Attack: every request to administer webhooks, with no token, one of another kind, another project's, and one whose maker is gone.
it.each(svixRows)("$key by its token", async (row) => {
  const scenario = await newScenario();
  const { expected, found } = await svixOutcomes(row, scenario);
  expect(found).toEqual(expected);
});
