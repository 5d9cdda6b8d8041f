// Verification codes: what the endpoints that take one have in common.
// The codes themselves are made, checked and used up by the verbs of this slice's index.
import * as z from "zod";
import { verificationCode } from "../../protocol/fields";
import { ours } from "../../protocol/official-clients";

/** Lists what can be wrong with a code, in the order of the checks. */
export const verificationCodeErrors = [
  "VERIFICATION_CODE_NOT_FOUND",
  "VERIFICATION_CODE_EXPIRED",
  "VERIFICATION_CODE_ALREADY_USED",
  "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
] as const;

export type VerificationCodeError = (typeof verificationCodeErrors)[number];

export const SentCode = z
  .strictObject({
    code: verificationCode.describe(
      "The code of the emailed link, 45 characters in any case of letters, or the six typed characters followed by the `nonce`.",
    ),
  })
  .meta({ id: "SentCode" });

/** The response of every `check-code` endpoint. */
export const CodeIsValid = z
  .object({
    is_code_valid: z.literal(true).describe("Always `true`; a code that cannot be used is an error."),
    recipient_email: ours(
      z.string().optional().describe("The address of a reset email, where the request has `with_recipient`."),
    ),
  })
  .meta({ id: "CodeIsValid" });
