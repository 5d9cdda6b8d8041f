import { describe, it } from "vitest";
import { english } from "../../translation/english";
import { checkoutCode, decreaseCode, grantCode, quantityCode, subscriptionCode, switchCode } from "../customer-code";
import { changesIn, leftByDay, reportStart } from "../queries";
import { checkChange, checkExpiry } from "./customer-dialogs";

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

describe("a change of a quantity", () => {
  it("is a whole number other than 0, of at most a million millions", ({ expect }) => {
    for (const text of ["5", "-5", "+5", " 1000000000000 "]) expect(checkChange(text, english)).toBe(true);
    for (const text of ["", "0", "-0", "1.5", "1e3", "five", "--5"]) {
      expect(checkChange(text, english)).toBe("Enter a whole number other than 0.");
    }
    expect(checkChange("-1000000000001", english)).toBe("This is too much at once.");
  });

  it("ends in the future, or never", ({ expect }) => {
    const now = new Date("2027-01-05T12:00").getTime();
    expect([checkExpiry("", now, english), checkExpiry("2027-01-05T12:01", now, english)]).toEqual([true, true]);
    expect(checkExpiry("2027-01-05T12:00", now, english)).toBe("Choose a time in the future.");
    expect(checkExpiry("soon", now, english)).toBe("Enter a date and a time, or leave it empty.");
  });
});

describe("the report on an item", () => {
  it("begins 29 days before today, at midnight in UTC", ({ expect }) => {
    expect(reportStart(Date.parse("2026-01-30T17:05:00Z")).toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(reportStart(Date.parse("2026-01-30T00:00:00Z")).toISOString()).toBe("2026-01-01T00:00:00.000Z");
  });

  it("has each day once, with what was left at its end, and sums what changed on its days", ({ expect }) => {
    const usage = [
      { at: new Date("2026-01-02T00:00:00Z"), quantity: 12, added: 10, removed: 3 },
      { at: new Date("2026-01-02T17:05:00Z"), quantity: 11, added: 0, removed: 1 },
    ];
    expect(leftByDay(usage)).toEqual([
      { date: "2026-01-01", value: 12 },
      { date: "2026-01-02", value: 11 },
    ]);
    expect(changesIn(usage)).toEqual({ added: 10, removed: 4 });
    expect(leftByDay([])).toEqual([]);
  });
});
