import type { Stripe } from "stripe";
import type { Actor } from "../../../db/audit/actor";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { insertStripeAccount, selectStripeAccount } from "../../../db/payments/stripe/statements";
import type { Project } from "../../../db/projects/project";
import type { StripeService } from "../../../platform/env";
import type { PlatformTools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter } from "../../access";
import { ask, openStripe, StripeFailed, stripeLibrary } from "./connection";
import * as contract from "./contract";
import { handleEvent, StripeEvent } from "./events";

type StripeFailures = typeof contract.noStripe | typeof contract.stripeFailed;

export function stripeRoutes(router: AppRouter) {
  router.route(contract.setupPayments, {
    prefetch: ({ db, provenProjectId }) => ({ account: selectStripeAccount(db, provenProjectId) }),
    handle: ({ db, settings, caller: { project, actor }, found, fail }) => {
      const stripe = requireStripe({ fail }, settings.stripe);
      const address = `${settings.webUrl}/projects/${project.id}/payments`;
      return failing({ fail }, async () => {
        const client = await openStripe(stripe);
        const account =
          found.account[0]?.stripeAccountId ?? (await makeStripeAccount(client, { db }, { project, actor }));
        const link = { account, type: "account_onboarding", return_url: address, refresh_url: address } as const;
        const { url } = await client.accountLinks.create(link);
        return { url };
      });
    },
  });

  router.route(contract.readAccountInfo, {
    prefetch: ({ db, provenProjectId }) => ({ account: selectStripeAccount(db, provenProjectId) }),
    handle: ({ settings, found, fail }) => {
      const [account] = found.account;
      if (!account) return fail("STRIPE_ACCOUNT_INFO_NOT_FOUND");
      const stripe = requireStripe({ fail }, settings.stripe);
      return failing({ fail }, async () => {
        const client = await openStripe(stripe);
        const info = await client.accounts.retrieve(account.stripeAccountId);
        const { id: account_id, charges_enabled, details_submitted, payouts_enabled } = info;
        return { account_id, charges_enabled, details_submitted, payouts_enabled };
      });
    },
  });

  router.route(contract.createAccountSession, {
    prefetch: ({ db, provenProjectId }) => ({ account: selectStripeAccount(db, provenProjectId) }),
    handle: ({ settings, found, fail }) => {
      const [account] = found.account;
      if (!account) return fail(contract.noAccount);
      const stripe = requireStripe({ fail }, settings.stripe);
      return failing({ fail }, async () => {
        const client = await openStripe(stripe);
        const { client_secret } = await client.accountSessions.create({
          account: account.stripeAccountId,
          components: {
            payments: {
              enabled: true,
              features: { refund_management: true, dispute_management: true, capture_payments: true },
            },
            notification_banner: { enabled: true },
          },
        });
        return { client_secret };
      });
    },
  });

  router.route(contract.receiveStripeEvent, async ({ settings, headers, body, fail, ...databases }) => {
    const { stripe } = settings;
    if (!stripe?.webhookSecret) return fail(contract.noStripe);
    const isSigned = await isSignedByStripe(stripe.webhookSecret, body, headers["stripe-signature"]);
    if (!isSigned) return fail(contract.signatureInvalid);
    const event = StripeEvent.safeParse(body);
    if (event.success) await failing({ fail }, () => handleEvent({ ...databases, settings, stripe }, event.data));
    return { received: true as const };
  });
}

function requireStripe({ fail }: Failing<typeof contract.noStripe>, stripe: StripeService | undefined): StripeService {
  return stripe ?? fail(contract.noStripe);
}

/** Makes requests to Stripe, of which each that fails is the same error to the caller. */
async function failing<T>({ fail }: Failing<StripeFailures>, requests: () => Promise<T>): Promise<T> {
  try {
    return await ask(requests);
  } catch (cause) {
    if (cause instanceof StripeFailed) return fail(contract.stripeFailed, undefined, { cause });
    throw cause;
  }
}

/** The same as Stripe's own tolerance, into both directions. */
const toleranceSeconds = 5 * 60;

/**
 * Tells whether a body is signed by Stripe: its signature is over this very text, and not older than five minutes. One of a later
 * time than in five minutes is none either, for it would be valid for longer.
 *
 * @see https://docs.stripe.com/webhooks#verify-events
 */
async function isSignedByStripe(secret: string, body: string, header: string): Promise<boolean> {
  if (!(signedAt(header) <= Date.now() / 1000 + toleranceSeconds)) return false;
  const { Stripe } = await stripeLibrary();
  const { signature } = Stripe.webhooks;
  const provider = Stripe.createSubtleCryptoProvider();
  try {
    return (await signature?.verifyHeaderAsync(body, header, secret, toleranceSeconds, provider)) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** In seconds since the epoch, as Stripe's library reads it: of several times, the last one. */
function signedAt(header: string): number {
  const times = header.split(",").map((part) => part.split("="));
  return Number.parseInt(times.findLast(([name]) => name === "t")?.[1] ?? "", 10);
}

/** Parallel requests of one key are refused with a conflict until the first has its response, which takes Stripe seconds. */
const accountRetries = 3;

/**
 * Makes the connected account of a project. All requests have the same idempotency key, so there is a single account however many ask for
 * it at once.
 */
async function makeStripeAccount(
  stripe: Stripe,
  { db }: Pick<PlatformTools, "db">,
  { project, actor }: { project: Project; actor: Actor },
): Promise<string> {
  const account = await stripe.accounts.create(
    {
      country: "US",
      controller: { stripe_dashboard: { type: "none" } },
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      metadata: { tenancyId: project.id },
    },
    { idempotencyKey: `account/${project.id}`, maxNetworkRetries: accountRetries },
  );
  const row = { projectId: project.id, stripeAccountId: account.id, createdAt: Date.now() };
  const event = { type: "stripe_account.created", target: { type: "stripe_account", id: account.id } } as const;
  const [, , [stored]] = await db.batch([
    insertStripeAccount(db, row),
    recordAudit(db, project, actor, event, ifChanged),
    selectStripeAccount(db, project.id),
  ]);
  return stored?.stripeAccountId ?? account.id;
}
