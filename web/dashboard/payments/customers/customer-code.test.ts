import { describe, it } from "vitest";
import { checkoutCode, grantCode } from "../checkout/checkout-code";
import { decreaseCode, quantityCode, subscriptionCode, switchCode } from "./customer-code";

const ada = { type: "user", id: "u1" } as const;
const workspace = { type: "custom", id: 'a"b' } as const;

describe("what was done for a customer, as code", () => {
  it("creates links, and buys in test mode", ({ expect }) => {
    expect(grantCode(ada, "pro", { priceId: "monthly", quantity: 2 })).toBe(
      [
        'const user = await serverApp.getUser("u1");',
        'const url = await user.createCheckoutUrl({\n  offerId: "pro",\n});',
        'const fullCode = new URL(url).pathname.split("/").at(-1);',
        'await adminApp.testModePurchase({ fullCode, priceId: "monthly", quantity: 2 });',
      ].join("\n"),
    );
    expect(checkoutCode(workspace, "pro")).toBe(
      'const url = await serverApp.createCheckoutUrl({\n  customCustomerId: "a\\"b",\n  offerId: "pro",\n});',
    );
  });

  it("changes subscriptions and quantities", ({ expect }) => {
    expect(subscriptionCode({ type: "team", id: "t1" }, "cancel", "s1")).toBe(
      'const team = await serverApp.getTeam("t1");\nawait billingOf(team).cancel("s1");',
    );
    expect(subscriptionCode(workspace, "resume", "s1")).toBe(
      'await billingOf({ app: serverApp, customCustomerId: "a\\"b" }).resume("s1");',
    );
    expect(switchCode(ada, "s1", { offerId: "max", priceId: "monthly" })).toBe(
      'const user = await serverApp.getUser("u1");\nawait billingOf(user).switch("s1", {\n  offerId: "max",\n  priceId: "monthly",\n});',
    );
    expect(quantityCode(ada, "credits", { quantity: -5 })).toBe(
      'await adminApp.createItemQuantityChange({\n  userId: "u1",\n  itemId: "credits",\n  quantity: -5,\n});',
    );
    expect(decreaseCode(ada, "credits", 5)).toBe(
      'const item = await serverApp.getItem({\n  userId: "u1",\n  itemId: "credits",\n});\nawait item.decreaseQuantity(5);',
    );
  });
});
