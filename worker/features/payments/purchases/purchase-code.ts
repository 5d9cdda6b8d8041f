import * as z from "zod";
import { customerType, type OfferConfig } from "../../../config";
import type { CustomerKey } from "../../../db/payments/customer";
import type { Database } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import { type Json, projectId, verificationCode } from "../../../protocol/fields";
import { checkCode, days, defineCodeKind, newCode } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import type { codeErrors } from "./contract";

const lifetimeMillis = days;

/** Says what is bought, and by whom. The offer is as it was when the code was made. */
export const purchaseCode = defineCodeKind({
  name: "purchase",
  payload: z.object({
    customerType,
    customerId: z.string(),
    /** Null for an offer that a backend gave inline. */
    offerId: z.string().nullable(),
    offer: z.custom<OfferConfig & { [key: string]: Json }>(),
    /** Says what it was used for. */
    purchaseId: z.string().optional(),
  }),
});

export interface Purchase {
  customer: CustomerKey;
  offerId: string | null;
  offer: OfferConfig;
}

/** @param purchaseId what a code is used for */
export function payloadOf(
  { customer: { customerType, customerId }, offerId, offer }: Purchase,
  purchaseId?: string,
): z.output<typeof purchaseCode.payload> {
  const snapshot = offer as z.output<typeof purchaseCode.payload>["offer"];
  return { customerType, customerId, offerId, offer: snapshot, ...(purchaseId !== undefined && { purchaseId }) };
}

/** Makes a code. @returns the code with its project, as the last part of a link, and the statement that stores it */
export async function newPurchaseCode(db: Database, purchase: Purchase) {
  const { projectId } = purchase.customer;
  const payload = payloadOf(purchase);
  const { code, statement } = await newCode(db, purchaseCode, { projectId, lifetimeMillis, payload });
  return { fullCode: `${projectId}_${code}`, statement };
}

/** A code that a page sent, with the project that its first part names. */
export interface SentPurchaseCode {
  projectId: string;
  code: string;
}

/** Reads the two parts of a code. Which project they name is not checked. */
export function readFullCode({ fail }: Failing<"VERIFICATION_CODE_NOT_FOUND">, fullCode: string): SentPurchaseCode {
  const [project, code, ...rest] = fullCode.split("_");
  const [id, secret] = [projectId.safeParse(project?.toLowerCase()), verificationCode.safeParse(code)];
  if (rest.length > 0 || !id.success || !secret.success) return fail("VERIFICATION_CODE_NOT_FOUND");
  return { projectId: id.data, code: secret.data };
}

/** Returns what a code stands for, which it still does afterwards. */
export async function readPurchaseCode(
  { db, fail }: { db: Database } & Failing<(typeof codeErrors)[number]>,
  sent: SentPurchaseCode,
): Promise<Purchase> {
  const refuse = (problem: VerificationCodeError) =>
    fail(problem === "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED" ? problem : "VERIFICATION_CODE_NOT_FOUND");
  const payload = await checkCode({ db, fail: refuse }, purchaseCode, sent, { isPreview: true });
  const { customerType, customerId, offerId, offer } = payload;
  return { customer: { projectId: sent.projectId, customerType, customerId }, offerId, offer };
}
