import { selectStripeAccount } from "../../../db/payments/stripe/queries";
import type { StripeService } from "../../../platform/env";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter } from "../../access";
import { makeStripeAccount } from "./account";
import { ask, openStripe, StripeFailed } from "./connection";
import * as contract from "./contract";
import { StripeEvent } from "./event";
import { handleEvent } from "./events";
import { isSignedByStripe } from "./signature";

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
