import { expect, it } from "vitest";
import { whyKeyIsInvalid } from "./key-validity";

const [past, future] = [new Date(1), new Date(9_000_000_000_000)];

it.each([
  [null, undefined, null],
  [null, future, null],
  ["expired", past, null],
  ["expired", past, past],
  ["manually-revoked", future, past],
  ["manually-revoked", undefined, past],
])("a key is invalid as %s: it expires at %s, and was revoked at %s", (reason, expiresAt, manuallyRevokedAt) => {
  expect(whyKeyIsInvalid({ expiresAt, manuallyRevokedAt })).toBe(reason);
});
