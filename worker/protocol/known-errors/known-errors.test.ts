import { describe, expect, expectTypeOf, it } from "vitest";
import { accounts } from "../../testing/known-error-rows/accounts";
import { callers } from "../../testing/known-error-rows/callers";
import { product } from "../../testing/known-error-rows/product";
import type { ContractRow } from "../../testing/known-error-rows/row";
import {
  type ErrorDetails,
  type ErrorFamily,
  familyOf,
  isKindOf,
  isKnownErrorCode,
  KnownError,
  type KnownErrorCode,
  knownErrorGroups,
  knownErrors,
  parents,
} from "./index";

/** The wire contract, typed out: never derived from the code under test. */
const rows: readonly ContractRow[] = [...callers, ...accounts, ...product];

/** Family → its children, families and codes, as the wire contract draws the tree. */
const tree: Record<ErrorFamily, readonly string[]> = {
  PROJECT_AUTHENTICATION_ERROR: [
    "INVALID_PROJECT_AUTHENTICATION",
    "PROJECT_AUTHENTICATION_REQUIRED",
    "EXPECTED_INTERNAL_PROJECT",
  ],
  INVALID_PROJECT_AUTHENTICATION: [
    "PROJECT_KEY_WITHOUT_ACCESS_TYPE",
    "INVALID_ACCESS_TYPE",
    "ACCESS_TYPE_WITHOUT_PROJECT_ID",
    "ACCESS_TYPE_REQUIRED",
    "INSUFFICIENT_ACCESS_TYPE",
    "INVALID_PUBLISHABLE_CLIENT_KEY",
    "INVALID_SECRET_SERVER_KEY",
    "INVALID_SUPER_SECRET_ADMIN_KEY",
    "INVALID_ADMIN_ACCESS_TOKEN",
  ],
  INVALID_ADMIN_ACCESS_TOKEN: [
    "UNPARSABLE_ADMIN_ACCESS_TOKEN",
    "ADMIN_ACCESS_TOKEN_EXPIRED",
    "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN",
    "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN",
  ],
  PROJECT_AUTHENTICATION_REQUIRED: [
    "CLIENT_AUTHENTICATION_REQUIRED",
    "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
    "SERVER_AUTHENTICATION_REQUIRED",
    "CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED",
    "CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED",
    "CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED",
    "ADMIN_AUTHENTICATION_REQUIRED",
  ],
  SESSION_AUTHENTICATION_ERROR: ["INVALID_SESSION_AUTHENTICATION"],
  INVALID_SESSION_AUTHENTICATION: ["INVALID_ACCESS_TOKEN"],
  INVALID_ACCESS_TOKEN: ["UNPARSABLE_ACCESS_TOKEN", "ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN"],
  REFRESH_TOKEN_ERROR: ["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", "CANNOT_DELETE_CURRENT_SESSION", "PROVIDER_REJECTED"],
  PASSWORD_REQUIREMENTS_NOT_MET: ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG"],
  VERIFICATION_ERROR: [
    "VERIFICATION_CODE_NOT_FOUND",
    "VERIFICATION_CODE_EXPIRED",
    "VERIFICATION_CODE_ALREADY_USED",
    "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
  ],
  API_KEY_NOT_VALID: [
    "API_KEY_EXPIRED",
    "API_KEY_REVOKED",
    "WRONG_API_KEY_TYPE",
    "API_KEY_NOT_FOUND",
    "PUBLIC_API_KEY_CANNOT_BE_REVOKED",
  ],
};

/** `KnownError` ties the details to one code; a row of the table may be of any. */
const KnownErrorOfAnyCode = KnownError as new (code: KnownErrorCode, details?: unknown) => KnownError;

describe("the catalogue of known errors", () => {
  it.each(rows)("%s is a %i: %s", (code, status, message, ...[details]) => {
    const error = new KnownErrorOfAnyCode(code, details);
    expect({ code: error.code, status: error.status, message: error.message, details: error.details }).toEqual({
      code,
      status,
      message,
      details,
    });
  });

  it("declares exactly the details that the contract lists, in the contract's order", () => {
    const declared = rows.map(([code]) => {
      const definition = knownErrors[code];
      return [code, "details" in definition ? Object.keys(definition.details) : []];
    });
    expect(declared).toEqual(rows.map(([code, , , ...[details]]) => [code, Object.keys(details ?? {})]));
  });

  it("holds the codes of the contract and no other, each in one group", () => {
    const codes = Object.values(knownErrorGroups).flatMap((group) => Object.keys(group));
    expect(codes).toEqual([...new Set(rows.map(([code]) => code))]);
    expect(Object.keys(knownErrors).sort()).toEqual([...codes].sort());
  });
});

describe("families", () => {
  it("are the tree of the contract and nothing else", () => {
    const edges = Object.entries(tree).flatMap(([family, children]) => children.map((child) => [child, family]));
    expect(Object.entries(parents).sort()).toEqual(edges.sort());
  });

  it("are never codes themselves, except for the one that a project switches on", () => {
    expect(Object.keys(tree).filter(isKnownErrorCode)).toEqual(["PASSWORD_REQUIREMENTS_NOT_MET"]);
  });

  it("catch their members at any depth, and no others", () => {
    expect(isKindOf("ADMIN_ACCESS_TOKEN_EXPIRED", "ADMIN_ACCESS_TOKEN_EXPIRED")).toBe(true);
    expect(isKindOf("ADMIN_ACCESS_TOKEN_EXPIRED", "INVALID_ADMIN_ACCESS_TOKEN")).toBe(true);
    expect(isKindOf("ADMIN_ACCESS_TOKEN_EXPIRED", "PROJECT_AUTHENTICATION_ERROR")).toBe(true);
    expect(isKindOf("ADMIN_ACCESS_TOKEN_EXPIRED", "INVALID_ACCESS_TOKEN")).toBe(false);
    expect(isKindOf("USER_NOT_FOUND", "VERIFICATION_ERROR")).toBe(false);
    expect(familyOf("USER_NOT_FOUND")).toBeUndefined();
  });

  it("hostile codes off the wire (names of Object.prototype) are unknown, not inherited", () => {
    for (const code of ["constructor", "__proto__", "toString", "BRAND_NEW", ""]) {
      expect([isKnownErrorCode(code), familyOf(code), isKindOf(code, "VERIFICATION_ERROR")]).toEqual([
        false,
        undefined,
        false,
      ]);
    }
  });
});

describe("KnownError", () => {
  it("keeps the cause for the log, with details and without", () => {
    const cause = new Error("constraint");
    expect(new KnownError("USER_NOT_FOUND", undefined, { cause }).cause).toBe(cause);
    expect(new KnownError("TEAM_NOT_FOUND", { team_id: "t" }, { cause }).cause).toBe(cause);
  });

  it("types the details by the code", () => {
    expectTypeOf(new KnownError("PASSWORD_TOO_SHORT", { min_length: 8 }).details).toEqualTypeOf<{
      readonly min_length: number;
    }>();
    expectTypeOf(new KnownError("USER_NOT_FOUND").details).toEqualTypeOf<undefined>();
    expectTypeOf<ErrorDetails<"ACCESS_TOKEN_EXPIRED">>().toEqualTypeOf<{ readonly expired_at_millis: number | null }>();
  });

  it("a code outside the catalogue, or wrong details, do not compile", () => {
    const refused = [
      // @ts-expect-error not a code of the catalogue
      () => new KnownError("NO_SUCH_CODE"),
      // @ts-expect-error a family is never on the wire
      () => new KnownError("VERIFICATION_ERROR"),
      // @ts-expect-error the details are missing
      () => new KnownError("PASSWORD_TOO_SHORT"),
      // @ts-expect-error details of another code
      () => new KnownError("PASSWORD_TOO_SHORT", { maxLength: 8 }),
      // @ts-expect-error this code has no details
      () => new KnownError("USER_NOT_FOUND", { user_id: "u" }),
    ];
    expect(refused).toHaveLength(5);
  });
});
