import type { Tier } from "../../protocol/tiers";
import { tierHeaders } from "../project";
import { type RequestInput, sendRequest, type TestResponse } from "../send-request";
import { outcomesByRole, type Row } from "./row";
import { roles, type Scenario } from "./scenario";

interface Refused {
  /** The tiers that may send the request. */
  allowed: Tier[];
  /** Without a key of the lowest of them, and with that of another project. */
  withoutKey: string;
  withOthersKey: string;
}

const refused = {
  client: {
    allowed: ["client", "server", "admin"],
    withoutKey: "401 PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
    withOthersKey: "401 INVALID_PUBLISHABLE_CLIENT_KEY",
  },
  server: {
    allowed: ["server", "admin"],
    withoutKey: "401 SERVER_AUTHENTICATION_REQUIRED",
    withOthersKey: "401 INVALID_SECRET_SERVER_KEY",
  },
  admin: {
    allowed: ["admin"],
    withoutKey: "401 ADMIN_AUTHENTICATION_REQUIRED",
    withOthersKey: "401 INVALID_SUPER_SECRET_ADMIN_KEY",
  },
} satisfies Record<Tier, Refused>;

const lowerTiers = { client: [], server: ["client"], admin: ["client", "server"] } satisfies Record<Tier, Tier[]>;

/** The lowest tier that may send a row's request, as its outcomes say. */
function lowestTierOf(row: Row): Tier {
  const outcomes = outcomesByRole(row, roles);
  const isTooLow = (role: "signedOut" | "server") => outcomes.get(role) === "401 INSUFFICIENT_ACCESS_TYPE";
  if (!isTooLow("signedOut")) return "client";
  return isTooLow("server") ? "admin" : "server";
}

/** The tiers that may send a row's request, as its outcomes say. */
export function allowedTiersOf(row: Row): readonly Tier[] {
  return refused[lowestTierOf(row)].allowed;
}

/** A response's status, with the code of a known error, which header and body agree on. */
export function outcomeOf({ status, headers, body }: TestResponse): string {
  const code = headers.get("x-stack-known-error");
  // A success may have a code of its own, such as that of a ceremony.
  if (status >= 400 && code !== (body?.code ?? null))
    return `${status} ${code} in the header, ${body?.code} in the body`;
  return code === null ? `${status}` : `${status} ${code}`;
}

/**
 * The refusals that every endpoint behind a tier shares: no tier, no key, another project's key, a lower tier. Each with what is
 * expected of it and what has come.
 */
export async function tierRefusals(row: Row, scenario: Scenario, input: RequestInput) {
  const { project } = scenario;
  const lowest = lowestTierOf(row);
  const { allowed, withoutKey, withOthersKey } = refused[lowest];
  const expected: Record<string, unknown> = {};
  const found: Record<string, unknown> = {};
  const send = async (caller: string, headers: Record<string, string>, outcome: string, details?: object) => {
    const response = await sendRequest(row.key, { ...input, headers: { ...input.headers, ...headers } });
    expected[caller] = [outcome, details];
    found[caller] = [outcomeOf(response), details && response.body?.details];
  };
  const atLowest = { "x-stack-project-id": project.id, "x-stack-access-type": lowest };
  const others = tierHeaders(project.id, lowest, (await scenario.foreign()).keys[lowest]);
  await send("no tier", {}, "400 ACCESS_TYPE_REQUIRED");
  await send("no key", atLowest, withoutKey);
  await send("another project's key", others, withOthersKey, { project_id: project.id });
  for (const lower of lowerTiers[lowest]) {
    await send(`${lower} tier`, tierHeaders(project.id, lower, project.keys[lower]), "401 INSUFFICIENT_ACCESS_TYPE", {
      actual_access_type: lower,
      allowed_access_types: allowed,
    });
  }
  return { expected, found };
}
