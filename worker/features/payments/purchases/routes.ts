import type * as z from "zod";
import type { ProjectConfig } from "../../../config";
import { actorFrom } from "../../../db/audit/actor";
import { selectMembership } from "../../../db/memberships/queries";
import type { CustomerType } from "../../../db/payments/customer";
import { selectCompletePurchase } from "../../../db/payments/purchases/queries";
import { selectStripeAccount } from "../../../db/payments/stripe/statements";
import type { Project } from "../../../db/projects/project";
import { selectCode } from "../../../db/verification-codes/queries";
import { batchByName, violatesForeignKey } from "../../../platform/database";
import type { StripeService } from "../../../platform/env";
import { inProject, type Tools } from "../../../platform/tools";
import type { BodyOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { trustedUrl } from "../../projects";
import { codeKey } from "../../verification-codes";
import { findOffer, offerOfInline, pricesOf, trialOf } from "../catalogue";
import { customerOf, requireCustomer, requireOwnOfClient } from "../customers";
import { cancelSubscription, StripeFailed } from "../stripe";
import { noStripe, stripeFailed } from "../stripe/contract";
import { type Conflicts, checkPurchase, previewPurchase } from "./check-purchase";
import * as contract from "./contract";
import { billedConflicts, startLivePurchase } from "./live-purchase";
import { openPurchase } from "./open-purchase";
import { newPurchaseCode, type Purchase, purchaseCode, readFullCode } from "./purchase-code";
import { purchaseInTestMode } from "./test-purchase";

export function purchaseRoutes(router: AppRouter) {
  router.route(contract.createPurchaseUrl, {
    prefetch: ({ db, projectId, userId, body }) => ({
      account: selectStripeAccount(db, projectId),
      ...(userId &&
        body.customer_type === "team" && {
          membership: selectMembership(db, { projectId, teamId: body.customer_id.toLowerCase(), userId }),
        }),
    }),
    handle: async ({ db, settings, caller, body, found, fail }) => {
      // Without a key of the operator's there is nothing to set up: purchases are made in test mode.
      const needsAccount = settings.stripe !== undefined && !isInTestMode(caller.project);
      if (needsAccount && found.account.length === 0) return fail(contract.notSetUp);
      const purchase = purchaseOf({ fail }, caller, body);
      requireOwnOfClient({ fail }, caller, purchase.customer, found.membership);
      if (body.return_url !== undefined) trustedUrl({ settings, fail }, caller.project, body.return_url);
      const { fullCode, statement } = await newPurchaseCode(db, purchase);
      try {
        await db.batch([statement]);
      } catch (error) {
        // The project was deleted after the caller was loaded.
        const deleted = { project_id: caller.project.id };
        if (violatesForeignKey(error)) return fail("CURRENT_PROJECT_NOT_FOUND", deleted, { cause: error });
        throw error;
      }
      return { url: `${settings.webUrl}/purchase/${fullCode}` };
    },
  });

  router.route(contract.validateCode, async ({ body, ...tools }) => {
    const sent = readFullCode(tools, body.full_code);
    const open = await openPurchase(inProject(tools, sent.projectId), sent);
    const { project, purchase, held, stripeAccountId, isFirst } = open;
    const { refusal, isAlreadyBought, conflicts, replaced } = previewPurchase(project.config, purchase, held);
    return {
      offer: toWireOffer(purchase),
      stripe_account_id: stripeAccountId ?? "",
      stripe_publishable_key: tools.settings.stripe?.publishableKey ?? null,
      project_id: project.id,
      project_display_name: project.displayName,
      project_logo_url: project.config.appearance.logoUrl ?? project.logoUrl,
      already_bought_non_stackable: isAlreadyBought,
      conflicting_group_offers: toWireOffers(project.config, conflicts),
      refusal: refusal ?? null,
      replaced_offers: toWireOffers(project.config, replaced),
      test_mode: isInTestMode(project),
      // A subscription that is switched goes on, and has no beginning that could be free.
      has_free_trial: isFirst && hasTrial(purchase.offer) && replaced.length === 0,
    };
  });

  router.route(contract.readPurchaseStatus, async ({ body, dbOf, fail }) => {
    const sent = readFullCode({ fail }, body.full_code);
    const db = dbOf(sent.projectId);
    // Nothing is counted: no part of the code is enough.
    const [[code]] = await db.batch([selectCode(db, await codeKey(purchaseCode, sent))]);
    const id = code && code.usedAt !== null && purchaseCode.payload.parse(code.payload).purchaseId;
    if (!id) return fail("VERIFICATION_CODE_NOT_FOUND");
    const found = await batchByName(db, selectCompletePurchase(db, { projectId: sent.projectId, id }));
    const isComplete = found.subscription.length + found.purchase.length > 0;
    return { status: isComplete ? ("complete" as const) : ("pending" as const) };
  });

  router.route(contract.startPurchase, async ({ body, ...request }) => {
    const sent = readFullCode(request, body.full_code);
    const tools = inProject(request, sent.projectId);
    const { db, settings, sender, fail } = tools;
    const open = await openPurchase(tools, sent);
    const { project, purchase, held, stripeAccountId } = open;
    requireCustomer({ fail }, purchase.customer, open.customer);
    const choice = { priceId: body.price_id, quantity: body.quantity };
    if (isInTestMode(project)) {
      // The page has no sign-in: a code is all that it needs.
      const actor = actorFrom(sender, { type: "system", id: null });
      await purchaseInTestMode(tools, { sent: open.sent, choice, actor }, async (_, conflicts) => {
        // Links are made for any customer, with the publishable key alone.
        const billed = billedConflicts({ conflicts });
        return billed.length > 0 ? fail(contract.paidForAlready) : billed;
      });
      return { client_secret: null };
    }
    const checked = checkPurchase({ fail }, project.config, purchase, choice, held);
    const stripe = requireStripe({ fail }, settings.stripe);
    if (!stripeAccountId) return fail(contract.notSetUp);
    const connection = { db, stripe, projectId: project.id, stripeAccountId };
    const { currency } = body;
    return { client_secret: await startLivePurchase({ db, fail }, connection, open, { checked, choice, currency }) };
  });

  router.route(contract.testPurchase, async ({ body, caller, ...tools }) => {
    const { fail } = tools;
    const sent = readFullCode(tools, body.full_code);
    if (sent.projectId !== caller.project.id) {
      await openPurchase(inProject(tools, sent.projectId), sent);
      return fail(contract.otherTenancy);
    }
    const choice = { priceId: body.price_id, quantity: body.quantity };
    await purchaseInTestMode(tools, { sent, choice, actor: caller.actor }, endingBilled(tools));
    return { success: true as const };
  });
}

/** Ends the subscriptions at Stripe that a purchase without money takes the place of. */
export function endingBilled({
  db,
  settings,
  fail,
}: Pick<Tools, "db" | "settings"> & Failing<typeof noStripe | typeof stripeFailed | typeof contract.notSetUp>): (
  open: { project: Pick<Project, "id">; stripeAccountId: string | undefined },
  conflicts: Conflicts["conflicts"],
) => Promise<string[]> {
  return async (open, conflicts) => {
    const billed = billedConflicts({ conflicts });
    if (billed.length === 0) return [];
    const stripe = requireStripe({ fail }, settings.stripe);
    if (!open.stripeAccountId) return fail(contract.notSetUp);
    const connection = { db, stripe, projectId: open.project.id, stripeAccountId: open.stripeAccountId };
    try {
      for (const id of billed) await cancelSubscription(connection, id);
    } catch (error) {
      if (error instanceof StripeFailed) return fail(stripeFailed, undefined, { cause: error });
      throw error;
    }
    return billed;
  };
}

function requireStripe({ fail }: Failing<typeof noStripe>, stripe: StripeService | undefined): StripeService {
  return stripe ?? fail(noStripe);
}

/** Says why an offer cannot be sold to a customer. */
type PurchaseProblem = { customer_id: string; actual_customer_type: string; id: string | null } & (
  | { problem: "missing"; context: "server_only" | "item_exists" | null }
  | { problem: "mismatch"; customerType: string | null }
);

/** Returns what a request names. A browser sells what the configuration offers to browsers, at those prices. */
export function findPurchase(
  { tier, project }: Caller,
  named: {
    customer_type: CustomerType;
    customer_id: string;
    id: string | undefined;
    inline: Parameters<typeof offerOfInline>[0] | undefined;
  },
): Purchase | PurchaseProblem {
  const { customer_id, customer_type: actual_customer_type, id = null, inline } = named;
  const about = { customer_id, actual_customer_type, id };
  const offer = inline ? offerOfInline(inline) : offerFor(tier, project, id ?? "");
  if (!offer) {
    const { offers, items } = project.config.payments;
    const isHidden = Object.hasOwn(offers, id ?? "");
    const context = isHidden ? "server_only" : Object.hasOwn(items, id ?? "") ? "item_exists" : null;
    return { ...about, problem: "missing", context };
  }
  if (offer.customerType !== actual_customer_type) {
    return { ...about, problem: "mismatch", customerType: offer.customerType ?? null };
  }
  return { customer: customerOf(project.id, named), offerId: id, offer };
}

/** Refuses by the codes of those who call it a product. */
export function failAsProduct(
  { fail }: Failing<"PRODUCT_DOES_NOT_EXIST" | "PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH">,
  refused: PurchaseProblem,
): never {
  const { id, customer_id, actual_customer_type } = refused;
  if (refused.problem === "missing") {
    return fail("PRODUCT_DOES_NOT_EXIST", { product_id: id ?? "", context: refused.context });
  }
  return fail("PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH", {
    ...{ product_id: id, customer_id, product_customer_type: refused.customerType, actual_customer_type },
  });
}

/** Returns what a request wants to sell, or refuses it by the codes of the name that it uses. */
function purchaseOf(
  tools: Failing<
    | typeof contract.bothOffers
    | typeof contract.inlineFromClient
    | typeof contract.noOffer
    | "OFFER_DOES_NOT_EXIST"
    | "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH"
    | "PRODUCT_DOES_NOT_EXIST"
    | "PRODUCT_CUSTOMER_TYPE_DOES_NOT_MATCH"
  >,
  caller: Caller,
  body: BodyOf<typeof contract.createPurchaseUrl>,
): Purchase {
  const { fail } = tools;
  const productInline = body.product_inline ?? body.inline_product;
  const id = body.offer_id ?? body.product_id;
  const inline = body.offer_inline ?? body.inline_offer ?? productInline;
  const isNamedTwice = body.offer_id !== undefined && body.product_id !== undefined;
  if (isNamedTwice || (id !== undefined && inline)) return fail(contract.bothOffers);
  if (inline && caller.tier === "client") return fail(contract.inlineFromClient);
  if (id === undefined && !inline) return fail(contract.noOffer);
  const { customer_type, customer_id } = body;
  const found = findPurchase(caller, { customer_type, customer_id, id, inline });
  if (!("problem" in found)) return found;
  if (productInline || body.product_id !== undefined) return failAsProduct(tools, found);
  if (found.problem === "missing") {
    return fail("OFFER_DOES_NOT_EXIST", { offer_id: id ?? "", access_type: caller.tier });
  }
  return fail("OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH", {
    offer_id: id ?? null,
    customer_id,
    offer_customer_type: found.customerType,
    actual_customer_type: customer_type,
  });
}

/** An offer of the configuration as a tier may sell it: clients neither offers nor prices that are for servers only. */
function offerFor(tier: Caller["tier"], { config }: Project, offerId: string): Purchase["offer"] | undefined {
  const found = findOffer(config, offerId);
  if (!found) return undefined;
  const { id: _, ...offer } = found;
  if (tier !== "client") return offer;
  if (offer.serverOnly) return undefined;
  // Text in place of prices: what is included by default.
  if (typeof offer.prices === "string") return offer;
  const prices = Object.entries(offer.prices).filter(([, price]) => !price.serverOnly);
  return { ...offer, prices: Object.fromEntries(prices) };
}

function hasTrial(offer: Purchase["offer"]): boolean {
  return Object.values(pricesOf(offer)).some((price) => trialOf(offer, price));
}

type WireCode = z.input<typeof contract.validateCode.response>;

function toWireOffer({ offer }: Purchase): WireCode["offer"] {
  const prices = Object.entries(pricesOf(offer)).map(([id, price]) => {
    const { freeTrial, serverOnly: _, interval, ...amounts } = price;
    const times = { ...(interval && { interval: [...interval] }), ...(freeTrial && { free_trial: [...freeTrial] }) };
    return [id, { ...amounts, ...times }];
  });
  return {
    display_name: offer.displayName ?? "Offer",
    customer_type: offer.customerType,
    stackable: offer.stackable ?? false,
    ...(offer.freeTrial && { free_trial: [...offer.freeTrial] }),
    prices: Object.fromEntries(prices),
  };
}

/** Each offer once, however often the customer subscribes to it. */
function toWireOffers(
  config: ProjectConfig,
  subscriptions: ReturnType<typeof previewPurchase>["conflicts"],
): WireCode["conflicting_group_offers"] {
  const names = new Map(
    subscriptions.map(({ offerId, offer }) => [
      offerId ?? "",
      findOffer(config, offerId ?? "")?.displayName ?? offer.displayName ?? "Offer",
    ]),
  );
  return [...names].map(([offer_id, display_name]) => ({ offer_id, display_name }));
}

/**
 * Tells whether customers of a project buy without money. Never in production mode: what is bought there has to be paid, whatever was
 * left switched on before.
 */
function isInTestMode({ config, isProductionMode }: Pick<Project, "config" | "isProductionMode">): boolean {
  return config.payments.testMode && !isProductionMode;
}
