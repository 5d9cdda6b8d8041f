// Purchases of offers.
import type { Row } from "./row";
import type { Scenario } from "./scenario";

const body = { customer_type: "custom", customer_id: "shopper", offer_id: "plan" };

/** The code of a purchase that can be made. */
async function codeOf({ project }: Scenario): Promise<string> {
  const { body: created } = await project.server("POST /payments/purchases/create-purchase-url", { body });
  return new URL(created.url).pathname.replace("/purchase/", "");
}

const everyone = "signedOut anonymous self otherUser member holder server admin owner foreign";
const notAdmins = "signedOut anonymous self otherUser member holder server foreign";

export const purchases: Row[] = [
  {
    key: "POST /payments/purchases/create-purchase-url",
    input: () => ({ body }),
    outcomes: { "200": everyone },
  },
  {
    key: "POST /internal/payments/test-mode-purchase-session",
    input: async (scenario) => ({ body: { full_code: await codeOf(scenario), price_id: "monthly" } }),
    outcomes: { "200": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
  },
];
