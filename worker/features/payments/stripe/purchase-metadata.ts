import * as z from "zod";
import { customerType, type OfferConfig, offer } from "../../../config";
import type { selectStartedPurchase } from "../../../db/payments/purchases/queries";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import type { Settings } from "../../../platform/env";
import { findOffer } from "../catalogue";
import type { StripeConnection } from "./connection";

const text = z
  .string()
  .optional()
  .transform((value) => value || undefined);

const Metadata = z.object({
  purchaseId: text,
  purchaseKind: text,
  customerType,
  customerId: z.string().min(1),
  offerId: text,
  offer: text,
  priceId: text,
  purchaseQuantity: z.coerce.number().int().min(1),
});

export type ReadMetadata = z.output<typeof Metadata>;

/** Returns what an object of Stripe was paid for; undefined where it is no purchase of the project. */
export function readMetadata(projectId: string, metadata: Record<string, string>): ReadMetadata | undefined {
  // Attack: the metadata of one project's account names another project.
  if (metadata.tenancyId !== projectId) return undefined;
  return Metadata.safeParse(metadata).data;
}

type StartedPurchase = Awaited<ReturnType<typeof selectStartedPurchase>>[number];

export type Bought = Pick<StartedPurchase, "customerType" | "customerId" | "offerId" | "offer" | "quantity"> & {
  priceId: string | null;
};

/**
 * Returns what was bought: as it was stored when the payment began; else, long after, as the metadata or the configuration have it.
 * Undefined where neither has the offer, or has it for another type of customer.
 */
export async function readBought(
  connection: StripeConnection & { settings: Settings },
  metadata: ReadMetadata,
  started: StartedPurchase | undefined,
): Promise<Bought | undefined> {
  if (started) return started;
  const { customerId, priceId = null, purchaseQuantity: quantity, offerId = null } = metadata;
  const offer = offerIn(metadata) ?? (await configuredOffer(connection, offerId));
  if (!offer || offer.customerType !== metadata.customerType) return undefined;
  return { customerType: metadata.customerType, customerId, offerId, offer, priceId, quantity };
}

function offerIn({ offer: json }: ReadMetadata): OfferConfig | undefined {
  if (json === undefined) return undefined;
  try {
    return offer.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

async function configuredOffer(
  { db, settings, projectId }: StripeConnection & { settings: Settings },
  offerId: string | null,
): Promise<OfferConfig | undefined> {
  if (offerId === null) return undefined;
  const [[row]] = await db.batch([selectProject(db, { projectId })]);
  return row && findOffer(readProject(row, { settings }).config, offerId);
}
