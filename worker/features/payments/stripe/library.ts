import { lazyModule } from "../../../platform/lazy-module";

/** Stripe's library, which most isolates never need. */
export const stripeLibrary = lazyModule(() => import("stripe"));
