import { describe, expect, it } from "vitest";
import { onWrite } from "../requests/refreshed-by";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";
import { billingOf } from "./index";

const api = serverOfEachTest();

/** A custom customer, whose id needs to be escaped. */
const customer = "/payments/customers/custom/a%2Fb";
const billingOfCustomer = (app = adminAppOf(api)) => billingOf({ app, customCustomerId: "a/b" });

describe("the billing of a customer", () => {
  it("lists invoices in pages", async () => {
    const invoice = {
      ...{ id: "in_1", number: "A-1", created_at_millis: 5, status: "open", currency: "USD", total: 990 },
      ...{ amount_due: 900, hosted_invoice_url: "https://page", invoice_pdf_url: null, subscription_id: "s1" },
    };
    api.on(`GET ${customer}/invoices?cursor=in_0&limit=1`, { body: { invoices: [invoice], next_cursor: "in_1" } });
    const page = await billingOfCustomer().listInvoices({ cursor: "in_0", limit: 1 });
    expect([...page]).toEqual([
      {
        ...{ id: "in_1", number: "A-1", createdAt: new Date(5), status: "open", currency: "USD", total: 990 },
        ...{ amountDue: 900, hostedInvoiceUrl: "https://page", invoicePdfUrl: null, subscriptionId: "s1" },
      },
    ]);
    expect(page.nextCursor).toBe("in_1");
  });

  it("is read again after a switch of a subscription, also where that fails", async () => {
    api.on(`POST ${customer}/subscriptions/s1/switch`, { status: 402, body: "The payment failed" });
    const app = adminAppOf(api);
    const changed: string[] = [];
    onWrite(app.connection, (resources) => void changed.push(...resources));
    const switched = billingOfCustomer(app).switch("s1", { offerId: "max", priceId: "monthly" });
    await expect(switched).rejects.toThrow("The payment failed");
    expect(changed).toEqual(["billing", "items", "transactions"]);
  });
});
