import type { Stripe } from "stripe";
import type { Actor } from "../../../db/audit/actor";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { insertStripeAccount } from "../../../db/payments/stripe/changes";
import { selectStripeAccount } from "../../../db/payments/stripe/queries";
import type { Project } from "../../../db/projects/project";
import type { PlatformTools } from "../../../platform/tools";

/** Parallel requests of one key are refused with a conflict until the first has its answer, which takes Stripe seconds. */
const accountRetries = 3;

/**
 * Makes the connected account of a project: a single one however many requests ask for it at once, because they all have
 * the same idempotency key.
 */
export async function makeStripeAccount(
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
