import { msg } from "../../translation/msg";
import type { Translate } from "../../translation/use-translation";

const texts = {
  wrong_password: msg("Wrong password"),
  no_password: msg("A password was tried, and the user has none"),
  locked: msg("The password was locked"),
  too_many_tries: msg("Too many tries"),
  method_off: msg("The method is off in the project"),
  restricted: msg("The user was restricted"),
  wrong_code: msg("Wrong code"),
  code_expired: msg("The code had expired"),
  code_used: msg("The code was used before"),
  codes_refused: msg("A code was requested, and codes do not sign the user in"),
  codes_limited: msg("A code was requested, and too many had been"),
  wrong_second_factor: msg("Wrong second factor"),
  wrong_passkey: msg("The passkey was refused"),
  address_taken: msg("A provider’s account has the user’s address, and is not linked"),
};

/** Why a sign-in failed; one that this dashboard does not know as it is. */
export function failureText(reason: unknown, t: Translate): string {
  const known = Object.hasOwn(texts, String(reason)) ? texts[reason as keyof typeof texts] : undefined;
  return known ? t(known) : String(reason);
}
