import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { paymentEvents, subscriptionEvents } from "../../worker/features/payments/stripe/event-types";
import { REPOSITORY } from "../dev/wrangler";

it("docs/payments.md lists the events that are handled: an endpoint without one of them misses what it changes", () => {
  const page = readFileSync(path.join(REPOSITORY, "docs/payments.md"), "utf8");
  const handled = new Set([...subscriptionEvents, ...paymentEvents]);
  const [, list = ""] = page.match(/^```text\n(payment_intent.*?)^```/ms) ?? [];
  expect(list.trim().split("\n").toSorted()).toEqual([...handled].toSorted());
});
