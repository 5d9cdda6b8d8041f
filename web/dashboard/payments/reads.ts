import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import { customerOptions, purchaseOptions } from "./customers/queries";
import { type PaymentSearch, transactionRequestOf } from "./payment-search";
import { stripeAccountOptions, transactionOptions } from "./queries";

/** What the page reads first. */
export const payments =
  (projectId: string, search: PaymentSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    const { part, customerType = "user", customer } = search;
    if (part === "catalogue") return [configOptions(app)];
    if (part === "customers") {
      const shown = customer === undefined ? undefined : { type: customerType, id: customer };
      return [configOptions(app), ...(shown ? [customerOptions(app, shown), purchaseOptions(app, shown)] : [])];
    }
    return [stripeAccountOptions(app), transactionOptions(app, transactionRequestOf(search)), configOptions(app)];
  };
