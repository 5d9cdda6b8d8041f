import { isKnownError } from "../kit/errors/known-error";
import { useApp } from "./app-context";
import { describeFailure } from "./failure-wording";

/** A mail that went out: the code in it is completed by the nonce. */
export type SentMagicLink = { email: string; nonce: string };

/** Sends the mail; what comes back is what went out, or why it did not. */
export function useSendMagicLink(): (email: string) => Promise<SentMagicLink | string> {
  const app = useApp();
  return async (email) => {
    try {
      const result = await app.sendMagicLinkEmail(email);
      return result.status === "ok" ? { email, nonce: result.data.nonce } : describeFailure(result.error);
    } catch (error) {
      if (isKnownError(error, "SIGN_UP_NOT_ENABLED")) {
        return "There is no account with this email address, and new ones are not taken at the moment.";
      }
      return describeFailure(error);
    }
  };
}
