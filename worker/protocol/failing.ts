import type { DefinitionArguments, ErrorDefinition } from "./error-definitions";
import type { KnownErrorArguments, KnownErrorCode } from "./known-errors";

/** An error that an endpoint can declare: a code of the catalogue, or an error that a contract defines. */
export type Failure = KnownErrorCode | ErrorDefinition;

/** Lists what follows the error: its details, where it has some, then an optional cause for the log. */
export type FailureArguments<Raised extends Failure> = [Raised] extends [infer Code extends KnownErrorCode]
  ? KnownErrorArguments<Code>
  : DefinitionArguments<Raised>;

/**
 * Ends the request with one of `Errors`. `Fail<A | B>` is assignable to `Fail<A>`, not the other way round: declared by `in`,
 * since TypeScript does not compare the constraints of generic functions.
 */
export type Fail<in Errors extends Failure> = <Raised extends Errors>(
  error: Raised,
  ...details: FailureArguments<Raised>
) => never;

/**
 * A helper that can end the request with one of `Errors` needs this.
 *
 * There is no global `fail`. The router gives each handler a `fail` that takes the errors its endpoint declares, and a helper gets it
 * from there. An error that some endpoint on the way does not declare therefore does not compile.
 *
 * TypeScript does not narrow after a bare call of a destructured function. Write `return fail(…)` or `?? fail(…)`, and in a function
 * without a result `else`.
 *
 * @example
 * ```ts
 * // contract.ts: errors without a code are values, and an endpoint lists them beside the codes.
 * export const sessionNotFound = plainError(404, "Session not found.");
 * export const deleteSession = endpoint("DELETE /auth/sessions/{id}", {
 *   errors: ["CANNOT_DELETE_CURRENT_SESSION", sessionNotFound], …
 * });
 *
 * // A helper names its errors in its first parameter, plain errors by their type.
 * export function requireMembership({ fail }: Failing<"TEAM_MEMBERSHIP_NOT_FOUND">, member: MemberKey, row?: Row): Row {
 *   return row ?? fail("TEAM_MEMBERSHIP_NOT_FOUND", { team_id: member.teamId, user_id: member.userId });
 * }
 * function requireVisible({ fail }: Failing<typeof sessionNotFound>, session: Session | undefined): Session {
 *   return session ?? fail(sessionNotFound);
 * }
 *
 * // A helper that also needs tools takes both together, and passes all of it on.
 * async function signIn(tools: Tools & Failing<"MULTI_FACTOR_AUTHENTICATION_REQUIRED">, user: User) {
 *   await requireSecondFactor(tools, user);
 * }
 *
 * // A handler passes its whole context (request), or { fail } where it has destructured it.
 * router.route(contract.readTeam, { handle: ({ fail, found }) => requireMembership({ fail }, member, found.row) });
 * router.route(contract.signIn, (request) => signIn(request, user));
 * ```
 */
export interface Failing<Errors extends Failure> {
  fail: Fail<Errors>;
}
