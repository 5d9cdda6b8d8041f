import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { oneTimePurchases, subscriptions } from "../../../db/payments/purchases/schema";
import { stripeAccounts } from "../../../db/payments/stripe/schema";
import { verificationCodes } from "../../../db/verification-codes/schema";
import { newId } from "../../../platform/secrets";
import { limited, refused, times } from "../../../testing/limited";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import { d1 } from "../../../testing/shards";
import { refusesRestricted } from "../../../testing/suspensions";
import { accessToken, bareUser } from "../../../testing/tokens";
import { teamOf } from "../../permissions/permissions.fixtures";
import {
  billed,
  buyWith,
  codeFor,
  inlineOffer,
  offer,
  once,
  pay,
  payingShop,
  shop,
  stored,
  validate,
} from "./purchases.fixtures";

const key = "POST /payments/purchases/create-purchase-url";
const customer = { customer_type: "custom", customer_id: "shopper" };
const settings = { STRIPE_SECRET_KEY: "sk_test_1" };

describe(key, () => {
  it("400 CURRENT_PROJECT_NOT_FOUND when the project is deleted while the link is made", async () => {
    const p = await shop();
    const trigger = `deletes_before_${p.id.replaceAll("-", "")}`;
    await d1
      .prepare(
        `create trigger ${trigger} before insert on verification_codes when new.project_id = '${p.id}'
       begin delete from projects where project_id = new.project_id; end`,
      )
      .run();
    const response = await p.server(key, { body: { ...customer, offer_id: "basic" } });
    await d1.prepare(`drop trigger ${trigger}`).run();
    expectError(response, 400, "CURRENT_PROJECT_NOT_FOUND", { project_id: p.id });
  });

  it.each(["client", "server", "admin"] as const)("200 at %s tier: a link to the page of the site", async (tier) => {
    const p = await shop();
    const { status, body } = await p[tier](key, { body: { ...customer, offer_id: "basic" } });
    expect(status).toBe(200);
    expect(body.url).toMatch(new RegExp(`^http://localhost:5173/purchase/${p.id}_[0-9a-z]{45}$`));
  });

  it("200: the code is stored as a hash, and for 24 hours", async () => {
    const p = await shop();
    const code = await codeFor(p, "basic");
    const [rows] = await db.batch([db.select().from(verificationCodes).where(eq(verificationCodes.projectId, p.id))]);
    expect(rows.map(({ createdAt, expiresAt }) => expiresAt - createdAt)).toEqual([86_400_000]);
    expect(JSON.stringify(rows)).not.toContain(code.split("_")[1]);
  });

  it.each(["inline_offer", "offer_inline"])(
    "200 for a server with %s: the offer of the request is sold",
    async (name) => {
      const p = await shop();
      const { body } = await p.server(key, { body: { ...customer, [name]: inlineOffer } });
      const { offer: sold } = (await validate(body.url.split("/purchase/")[1])).body;
      expect(sold).toEqual({
        ...{ display_name: "Tailored", customer_type: "custom", stackable: false },
        prices: { once: { USD: "7.25" } },
      });
    },
  );

  it("200: what is sold is the offer as it was when the link was made", async () => {
    const p = await shop();
    const code = await codeFor(p, "pack");
    const dearer = { "payments.offers.pack": offer({ prices: { once: { USD: "99" } } }) };
    await p.admin("PATCH /internal/config/override", { body: { config_override_string: JSON.stringify(dearer) } });
    expect((await validate(code)).body.offer.prices.once).toEqual({ USD: "25" });
  });

  it("200 for a customer that does not exist: that is checked when they buy", async () => {
    const p = await shop();
    const body = { customer_type: "user", customer_id: "unknown", offer_id: "forUsers" };
    expect((await p.client(key, { body })).status).toBe(200);
  });

  // Evidence: own-customers-alone-get-links
  it("401 without a session, and 400 for all but a user's own links and those of their teams, where clients act for their own", async () => {
    // Attack: with the publishable key and the id of a user, a stranger makes a link in the user's name. It shows what the user has, and
    // ends the payment that the user has begun. Once the stranger pays for the cheapest plan, it replaces the user's.
    const p = await shop({ "payments.clientItemReads": "own" });
    const [userId, strangerId] = [await bareUser(p.id), await bareUser(p.id)];
    const teamId = await teamOf(p, [userId]);
    const customers = [
      { customer_type: "user", customer_id: userId.toUpperCase(), offer_id: "forUsers" },
      { customer_type: "team", customer_id: teamId.toUpperCase(), offer_id: "forTeams" },
      { ...customer, offer_id: "basic" },
    ];
    for (const body of customers) {
      expectError(await p.client(key, { body }), 401, "USER_AUTHENTICATION_REQUIRED");
      expect((await p.server(key, { body })).status).toBe(200);
    }
    const codesOf = async (id: string) => {
      const { client } = p.as({ access_token: await accessToken(p.id, id) });
      return Promise.all(customers.map(async (body) => (await client(key, { body })).body.code));
    };
    expect(await codesOf(userId)).toEqual([undefined, undefined, "CUSTOMER_DOES_NOT_EXIST"]);
    expect(new Set(await codesOf(strangerId))).toEqual(new Set(["CUSTOMER_DOES_NOT_EXIST"]));
  });

  it("400 as text without an account at Stripe, before the offer is looked at; 200 with one", async () => {
    const p = await shop();
    expectPlainError(
      await p.client(key, { body: { ...customer, offer_id: "none" }, settings }),
      400,
      "Payments are not set up in this project. Please go to the dashboard and complete the Payments onboarding.",
    );
    const account = { projectId: p.id, stripeAccountId: `acct_${p.id}`, createdAt: Date.now() };
    await db.batch([db.insert(stripeAccounts).values(account)]);
    expect((await p.client(key, { body: { ...customer, offer_id: "basic" }, settings })).status).toBe(200);
  });

  it("400 as text with both an offer's id and an inline offer, and with neither", async () => {
    const p = await shop();
    for (const tier of ["client", "server"] as const) {
      const both = { ...customer, offer_id: "basic", inline_offer: inlineOffer };
      expectPlainError(await p[tier](key, { body: both }), 400, "Cannot specify both offer_id and offer_inline!");
      expectPlainError(await p[tier](key, { body: customer }), 400, "Must specify either offer_id or offer_inline!");
    }
  });

  // Evidence: text-client
  it.each(["inline_offer", "offer_inline"])("400 as text for a client with %s", async (name) => {
    // Attack: a browser, which has the publishable key, sells itself an offer at a price of its own.
    const p = await shop();
    expectPlainError(
      await p.client(key, { body: { ...customer, [name]: { ...inlineOffer, prices: { once: { USD: "0" } } } } }),
      400,
      "Cannot specify offer_inline when calling from client! Please call with a server API key, or use the offer_id parameter.",
    );
  });

  it.each(["none", "__proto__", "constructor"])("400 OFFER_DOES_NOT_EXIST for the offer %s", async (offer_id) => {
    const p = await shop();
    for (const tier of ["client", "server"] as const) {
      const response = await p[tier](key, { body: { ...customer, offer_id } });
      expectError(response, 400, "OFFER_DOES_NOT_EXIST", { offer_id, access_type: tier });
    }
  });

  // Evidence: client-offer-servers-only-server
  it("400 OFFER_DOES_NOT_EXIST for a client and an offer for servers only; 200 for a server", async () => {
    // Attack: a browser buys an offer that the backend gives to some customers alone.
    const p = await shop();
    const body = { ...customer, offer_id: "secret" };
    expectError(await p.client(key, { body }), 400, "OFFER_DOES_NOT_EXIST", {
      offer_id: "secret",
      access_type: "client",
    });
    expect((await p.server(key, { body })).status).toBe(200);
  });

  // Evidence: link-client-made-sells-price-servers
  it("a link that a client made sells no price that is for servers only", async () => {
    // Attack: a browser buys at the price that the backend keeps for some customers.
    const p = await shop();
    const code = await codeFor(p, "mixed", { tier: "client" });
    expect(Object.keys((await validate(code)).body.offer.prices)).toEqual(["open"]);
    expectPlainError(
      await buyWith(p, code, { price: "hidden" }),
      400,
      "Price not found on offer associated with this purchase code",
    );
    expect((await stored(p)).purchases).toEqual([]);
    expect(Object.keys((await validate(await codeFor(p, "mixed"))).body.offer.prices)).toEqual(["open", "hidden"]);
  });

  it("400 OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH for an offer of the configuration and an inline one", async () => {
    const p = await shop();
    const details = { customer_id: "shopper", offer_customer_type: "user", actual_customer_type: "custom" };
    expectError(
      await p.client(key, { body: { ...customer, offer_id: "forUsers" } }),
      400,
      "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH",
      { offer_id: "forUsers", ...details },
    );
    expectError(
      await p.server(key, { body: { ...customer, inline_offer: { ...inlineOffer, customer_type: "user" } } }),
      400,
      "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH",
      { offer_id: null, ...details },
    );
  });

  it.each([
    ["customer_type", { customer_type: "company" }],
    ["customer_id", { customer_id: "x".repeat(1_001) }],
    ["inline_offer.server_only", { inline_offer: { ...inlineOffer, server_only: false } }],
    ["inline_offer.prices", { inline_offer: { ...inlineOffer, prices: { once: { USD: "1.999" } } } }],
    ["price", { price: "0" }],
  ])("400 SCHEMA_ERROR for a wrong %s", async (_, fields) => {
    const p = await shop();
    expectError(await p.server(key, { body: { ...customer, ...fields } }), 400, "SCHEMA_ERROR");
  });

  it("one round trip to find the caller, and one to store the code", async () => {
    const p = await shop();
    const { cost } = await p.client(key, { body: { ...customer, offer_id: "basic" } });
    expect(cost.d1).toBe(2);
  });

  it("429 for a client beyond 300 links a minute", async () => {
    // Attack: a browser fills the database with links.
    const p = await project();
    const options = limited();
    const responses = await Promise.all(
      times(640, () => p.client(key, { body: { ...customer, offer_id: "none" }, ...options })),
    );
    expect(refused(responses).length).toBeGreaterThan(0);
  });
});

describe("the order of checks", () => {
  interface Fields {
    price?: string;
    quantity?: number;
  }

  /** The same purchase in both ways. */
  const ways: [string, (p: TestProject, code: string, fields: Fields) => Promise<TestResponse>][] = [
    ["live", (_, code, { price = "monthly", quantity }) => pay(code, { price_id: price, quantity })],
    ["in test mode", (p, code, fields) => buyWith(p, code, fields)],
  ];

  it.each(ways)(
    "a purchase %s is refused in the order of the contract, whatever else is wrong with it",
    async (_, buy) => {
      const { p } = await payingShop({
        "payments.offers.forever": offer({ groupId: "plans", prices: { once } }),
      });
      const code = await codeFor(p, "support");
      const refused = async (fields: Fields, text: string) => expectPlainError(await buy(p, code, fields), 400, text);
      const boughtOnce = async (offerId: string) => {
        const row = {
          ...{ projectId: p.id, id: newId(), customerType: "custom" as const, customerId: "shopper", offerId },
          ...{
            offer: { ...offer(), isAddOnTo: false } as never,
            priceId: "once",
            quantity: 1,
            createdAt: 1,
            isTest: true,
          },
        };
        await db.batch([db.insert(oneTimePurchases).values(row)]);
      };
      // Everything is wrong: the add-on is had twice, its base is missing, and something of the group was bought once.
      await boughtOnce("support");
      await boughtOnce("forever");
      await billed(p, "support");
      const unknown = await codeFor(p, "forUsers", { type: "user", customer: newId() });
      expectError(await buy(p, `${p.id}_${"0".repeat(45)}`, { price: "none" }), 404, "VERIFICATION_CODE_NOT_FOUND");
      expectError(await buy(p, unknown, { price: "none", quantity: 2 }), 404, "USER_NOT_FOUND");
      await refused({ price: "none", quantity: 2 }, "Price not found on offer associated with this purchase code");
      await refused({ quantity: 2 }, "This offer is not stackable; quantity must be 1");
      await refused({}, "Customer already has a one-time purchase for this offer");
      const ofProject = eq(oneTimePurchases.projectId, p.id);
      await db.batch([db.delete(oneTimePurchases).where(and(ofProject, eq(oneTimePurchases.offerId, "support")))]);
      await refused({}, "Customer already has a subscription for this offer; this offer is not stackable");
      await db.batch([db.delete(subscriptions).where(eq(subscriptions.projectId, p.id))]);
      await refused({}, "This offer is an add-on to an offer that the customer does not have");
      await billed(p, "basic");
      await refused({}, "Customer already has a one-time purchase in this offer group");
      await db.batch([db.delete(oneTimePurchases).where(ofProject)]);
      expect((await buy(p, code, {})).status).toBe(200);
    },
  );
});

describe("a purchase of a restricted user", () => {
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client, customer_id) =>
    client("POST /payments/purchases/create-purchase-url", {
      body: { customer_type: "user", customer_id, offer_id: "pro" },
    }),
  );
});

describe("products in purchase URLs", () => {
  it("are named by either name, and refused by the codes of the name that was used", async () => {
    const p = await shop();
    const make = (body: object) => p.server(key, { body: { ...customer, ...body } });
    expect((await make({ product_id: "pack" })).status).toBe(200);
    for (const name of ["product_inline", "inline_product"]) {
      expect((await make({ [name]: { ...inlineOffer, stackable: true, client_metadata: { a: 1 } } })).status).toBe(200);
    }
    expectError(await make({ product_id: "nothing" }), 400, "PRODUCT_DOES_NOT_EXIST");
    expectError(await make({ offer_id: "nothing" }), 400, "OFFER_DOES_NOT_EXIST");
    expectError(await make({ product_id: "forUsers" }), 400, "PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH");
    const secret = await p.client(key, { body: { ...customer, product_id: "secret" } });
    const details = { product_id: "secret", context: "server_only" };
    expectError(secret, 400, "PRODUCT_DOES_NOT_EXIST", details);
    // Attack: a link leads customers to a page of somebody else.
    const elsewhere = { product_id: "pack", return_url: "https://evil.example" };
    expectError(await make(elsewhere), 400, "REDIRECT_URL_NOT_WHITELISTED");
  });
});
