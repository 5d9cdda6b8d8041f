import { RequestError } from "../../../kit/errors/request-error";
import type { Translate } from "../../translation/use-translation";

/** What is to be done where the server refuses to sell an offer; undefined where its own sentence says it. */
export function explainPurchase(error: unknown, t: Translate): { message: string } | undefined {
  if (!(error instanceof RequestError) || !error.text.startsWith("Payments are not set up")) return undefined;
  return { message: t("This project has no account at Stripe yet. Set up payments in the overview first.") };
}
