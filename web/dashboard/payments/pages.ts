// The code of the section, loaded when its page is opened.

import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import { customerOptions, invoiceOptions, purchaseOptions, recentUsageOptions } from "./customers/queries";
import type { PaymentSearch } from "./payment-search";
import { stripeAccountOptions, transactionOptions } from "./queries";

export { PaymentsPage } from "./payments-page";

/** What the page reads first. */
export const paymentsReads =
  (projectId: string, search: PaymentSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    const { part, customerType = "user", customer, item } = search;
    if (part === "catalogue") return [configOptions(app)];
    if (part === "customers") {
      const shown = customer === undefined ? undefined : { type: customerType, id: customer };
      if (!shown) return [configOptions(app)];
      return [
        configOptions(app),
        customerOptions(app, shown),
        purchaseOptions(app, shown),
        invoiceOptions(app, shown),
        ...(item === undefined ? [] : [recentUsageOptions(app, shown, item)]),
      ];
    }
    return [stripeAccountOptions(app), transactionOptions(app, search), configOptions(app)];
  };
