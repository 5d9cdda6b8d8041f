import { KnownError } from "./known-errors";
import { allTiers } from "./tiers";

/**
 * The one error of an endpoint none of whose variants took the request: equal errors collapse, refused tiers are
 * united, and any other error hides a refused tier. What is left alone is the response; several become
 * `ALL_OVERLOADS_FAILED`.
 */
export function mergeOverloadErrors(errors: readonly KnownError[]): KnownError {
  const refusedTiers = errors.filter((error) => error.code === "INSUFFICIENT_ACCESS_TYPE");
  const complaints = distinct(errors.filter((error) => error.code !== "INSUFFICIENT_ACCESS_TYPE"));
  const [only, ...others] = complaints;
  if (!only) return uniteRefusedTiers(refusedTiers);
  if (others.length === 0) return only;
  return new KnownError("ALL_OVERLOADS_FAILED", {
    overload_errors: complaints.map(({ code, details, message }) => ({
      code,
      ...(details && { details }),
      error: message,
    })),
  });
}

function distinct(errors: readonly KnownError[]): KnownError[] {
  const byText = new Map(errors.map((error) => [JSON.stringify([error.code, error.details, error.message]), error]));
  return [...byText.values()];
}

function uniteRefusedTiers(errors: readonly KnownError[]): KnownError {
  const details = errors.map(
    (error) => error.details as { actual_access_type: string; allowed_access_types: string[] },
  );
  const allowed = new Set(details.flatMap((each) => each.allowed_access_types));
  return new KnownError("INSUFFICIENT_ACCESS_TYPE", {
    actual_access_type: details[0]?.actual_access_type ?? "",
    allowed_access_types: allTiers.filter((tier) => allowed.has(tier)),
  });
}
