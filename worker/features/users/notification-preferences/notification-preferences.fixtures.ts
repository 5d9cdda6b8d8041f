import { db, type TestProject } from "../../../testing/project";
import { days, newCode } from "../../verification-codes";
import { unsubscribeCode } from "./index";

export const transactionalId = "7bb82d33-2f54-4a3d-9d23-82739e0d66ef";
export const marketingId = "4f6f8873-3d04-46bd-8bef-18338b1a1b4c";

export function transactional() {
  return {
    notification_category_id: transactionalId,
    notification_category_name: "Transactional",
    enabled: true,
    can_disable: false,
  };
}

export function marketing(enabled: boolean) {
  return {
    notification_category_id: marketingId,
    notification_category_name: "Marketing",
    enabled,
    can_disable: true,
  };
}

/** Tells whether a user gets the marketing emails of a project, as its servers read it. */
export async function wantsMarketing(p: TestProject, userId: string): Promise<boolean> {
  const { body } = await p.server("GET /emails/notification-preference/{user_id}", { params: { user_id: userId } });
  return body.items[1].enabled;
}

/** A code as the link of a marketing email to the user holds it. */
export async function unsubscribeCodeFor(p: TestProject, userId: string): Promise<string> {
  const { code, statement } = await newCode(db, unsubscribeCode, {
    projectId: p.id,
    lifetimeMillis: 7 * days,
    payload: { userId, categoryId: marketingId },
  });
  await db.batch([statement]);
  return code;
}
