import type { PageReads } from "../shell/start-reads";
import { type PaymentSearch, transactionRequestOf } from "./payment-search";
import { stripeAccountOptions, transactionOptions } from "./queries";

/** What the page reads first. */
export const payments =
  (projectId: string, search: PaymentSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [stripeAccountOptions(app), transactionOptions(app, transactionRequestOf(search))];
  };
