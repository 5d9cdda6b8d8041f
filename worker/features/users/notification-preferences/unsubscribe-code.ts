import * as z from "zod";
import type { Database } from "../../../platform/database";
import type { Settings } from "../../../platform/env";
import { days, defineCodeKind, newCode } from "../../verification-codes";

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
