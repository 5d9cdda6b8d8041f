import type { EndpointKey } from "../../protocol/endpoint";
import type { RequestInput } from "../send-request";
import type { Role, Scenario } from "./scenario";

/** Each outcome with the roles that get it, separated by spaces. An outcome is a status, with the code of a known error. */
type Outcomes = Record<string, string>;

/** One endpoint: the request, the same for every role, and its outcomes. */
export interface Row {
  key: EndpointKey;
  input: (scenario: Scenario) => RequestInput | Promise<RequestInput>;
  outcomes: Outcomes;
  /** Is true if the request makes something under a name of its own, so that it succeeds once in a scenario. */
  isOnce?: true;
  /** Says why the request of an administrator leaves no event in the audit log, although it is none that only reads. */
  withoutEvent?: string;
}

/** The outcome that a row expects for each role. @throws when a role is missing or named twice */
export function outcomesByRole({ key, outcomes }: Row, roles: readonly Role[]): Map<Role, string> {
  const named = Object.entries(outcomes).flatMap(([outcome, some]) => some.split(" ").map((role) => [role, outcome]));
  if (
    named
      .map(([role]) => role)
      .toSorted()
      .join() !== roles.toSorted().join()
  ) {
    throw new Error(`The row of ${key} does not name each role once`);
  }
  return new Map(named as [Role, string][]);
}
