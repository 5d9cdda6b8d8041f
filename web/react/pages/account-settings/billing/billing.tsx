import { lazyComponent } from "../../../components/lazy-component";
import type { BillingProps } from "./billing-cards";

/** Shows what a user or a team has bought. Its code is loaded where it is shown: most projects sell nothing. */
export const Billing = lazyComponent<BillingProps>(
  "billing",
  async () => (await import("./billing-cards")).BillingCards,
);
