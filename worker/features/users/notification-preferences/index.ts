import * as z from "zod";
import type { Database } from "../../../platform/database";
import type { Settings } from "../../../platform/env";
import { days, defineCodeKind, newCode } from "../../verification-codes";

/** A kind of email, the same in every project. All are on until the user switches one off. */
export interface NotificationCategory {
  /** Constant on the wire. */
  readonly id: string;
  readonly name: string;
  /** Is true if a user may refuse its emails. */
  readonly canDisable: boolean;
}

/** Lists what an email may belong to, in the order of lists. */
export const notificationCategories: readonly NotificationCategory[] = [
  // Emails that the user requested, or must get: sign-in links, resets, invoices.
  { id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef", name: "Transactional", canDisable: false },
  { id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c", name: "Marketing", canDisable: true },
];

export function findCategory(id: string): NotificationCategory | undefined {
  return notificationCategories.find((category) => category.id === id);
}

/** Switches a category of emails off for a user. It is in the link of each such email, so it allows nothing else. */
export const unsubscribeCode = defineCodeKind({
  name: "unsubscribe",
  payload: z.object({ userId: z.string(), categoryId: z.string() }),
});

/** A new link by which a user refuses a category, and the statement without which it does not work. */
export async function newUnsubscribeLink(
  { db, settings }: { db: Database; settings: Pick<Settings, "apiUrl"> },
  { projectId, ...payload }: { projectId: string; userId: string; categoryId: string },
): Promise<{ link: string; statement: Awaited<ReturnType<typeof newCode>>["statement"] }> {
  const { code, statement } = await newCode(db, unsubscribeCode, { projectId, lifetimeMillis: 7 * days, payload });
  return { link: `${settings.apiUrl}/api/v1/emails/unsubscribe-link?code=${code}`, statement };
}
