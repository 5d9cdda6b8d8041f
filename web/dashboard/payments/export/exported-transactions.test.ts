import { describe, it } from "vitest";
import type { Transaction } from "../../../kit";
import { parseCsv } from "../../files/csv";
import { files } from "./exported-transactions";

const bought: Transaction = {
  ...{ id: "one", type: "subscription", created_at_millis: 0, customer_type: "user", customer_id: "ada" },
  ...{ customer_display_name: "=Ada", quantity: 3, test_mode: true, offer_id: "pro", offer_display_name: "Pro" },
  ...{ price: { USD: "10", EUR: "9.5", interval: [1, "month"] }, status: "active", stripe_subscription_id: null },
};
const change: Transaction = {
  ...{ id: "two", type: "item_quantity_change", created_at_millis: 1000, customer_type: "custom", customer_id: "c" },
  ...{ customer_display_name: null, quantity: -2, test_mode: false, offer_display_name: null, price: null },
  ...{ status: null, item_id: "credits", description: "Used, twice", expires_at_millis: 2000 },
};

describe("a file of transactions", () => {
  it("has a row for each, with its times as ISO 8601 and its price in each currency", ({ expect }) => {
    const written = files.csv.write([bought, change]);
    // Attack: a customer's name is a formula, which the owner's spreadsheet runs.
    expect(written).toContain(",'=Ada,");
    const [header = [], ...rows] = parseCsv(written);
    const records = rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
    expect(records).toEqual([
      expect.objectContaining({
        ...{ id: "one", created_at: "1970-01-01T00:00:00.000Z", customer_display_name: "=Ada", quantity: "3" },
        ...{ test_mode: "true", price: "10 USD / 9.5 EUR", interval: "1 month", status: "active", expires_at: "" },
      }),
      expect.objectContaining({
        ...{ id: "two", customer_display_name: "", quantity: "-2", price: "", item_id: "credits" },
        ...{ description: "Used, twice", expires_at: "1970-01-01T00:00:02.000Z" },
      }),
    ]);
  });

  it("is JSON as the API has it", ({ expect }) => {
    expect(JSON.parse(files.json.write([bought, change]))).toEqual([bought, change]);
  });
});
