import { isKnownError } from "../../kit/errors/known-error";
import type { Translate } from "../../ui/translation/translate";
import { dataOrThrow } from "../errors/data-or-throw";
import { describeFailure } from "../errors/describe-failure";
import { useApp } from "./use-app";

/** An email that was sent, and when, in milliseconds since the epoch: the nonce completes the code in it. */
export type SentMagicLink = { email: string; nonce: string; at: number };

/** Sends the email. */
export function useSendMagicLink(): (email: string) => Promise<SentMagicLink> {
  const app = useApp();
  return async (email) => {
    const { nonce } = await dataOrThrow(app.sendMagicLinkEmail(email));
    return { email, nonce, at: Date.now() };
  };
}

export function describeSendFailure(error: unknown, t: Translate): string {
  if (isKnownError(error, "SIGN_UP_NOT_ENABLED")) {
    return t("There is no account with this email address, and new ones are not taken at the moment.");
  }
  if (isKnownError(error, "USER_EMAIL_ALREADY_EXISTS")) {
    return t("The account with this email address does not sign in by code. Use its password, or another way.");
  }
  return describeFailure(error, t);
}
