import { RequestError } from "../../../../kit/errors/request-error";
import type { Translate } from "../../../../ui/translation/translate";
import { describeFailure } from "../../../errors/describe-failure";

/** A sentence for a refused change of a subscription. */
export function describeBillingFailure(error: unknown, t: Translate): string {
  if (!(error instanceof RequestError)) return describeFailure(error, t);
  switch (error.status) {
    case 402:
      return t("The payment did not succeed, and the plan stays as it was. Update the payment method, then try again.");
    case 400:
    case 404:
    case 409:
      return t("The subscription has changed in the meantime. Close this, and look at it again.");
    default:
      return describeFailure(error, t);
  }
}
