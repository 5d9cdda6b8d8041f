import type * as z from "zod";
import { upsertPreference } from "../../../db/users/notification-preferences/changes";
import { selectPreferences } from "../../../db/users/notification-preferences/queries";
import { selectUser } from "../../../db/users/queries";
import { type Database, violatesForeignKey } from "../../../platform/database";
import { verificationCode } from "../../../protocol/fields";
import { KnownError } from "../../../protocol/known-errors";
import { PlainError } from "../../../protocol/plain-error";
import type { AppRouter, Caller } from "../../access";
import { claimCode, projectOfCode } from "../../verification-codes";
import { findCategory, type NotificationCategory, notificationCategories } from "./categories";
import * as contract from "./contract";
import { unsubscribeCode } from "./unsubscribe-code";
import { unsubscribePage } from "./unsubscribe-page";

export function notificationPreferenceRoutes(router: AppRouter) {
  router.route(contract.listPreferences, {
    prefetch: ({ db, projectId, params: { user_id: userId } }) => ({
      users: selectUser(db, { projectId, userId }),
      preferences: selectPreferences(db, { projectId, userId }),
    }),
    handle: ({ caller, params, found, fail }) => {
      if (!isAllowed(caller, params.user_id, "view")) return fail("USER_AUTHENTICATION_REQUIRED");
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      const said = new Map(found.preferences.map(({ categoryId, enabled }) => [categoryId, enabled]));
      const items = notificationCategories.map((category) => toPreference(category, said.get(category.id) ?? true));
      return { items, is_paginated: false as const };
    },
  });

  router.route(contract.updatePreference, {
    prefetch: ({ db, projectId, params }) => ({ users: selectUser(db, { projectId, userId: params.user_id }) }),
    handle: async ({ db, caller, params, body: { enabled }, found, fail }) => {
      const category = findCategory(params.notification_category_id);
      if (!category) throw new PlainError(404, "Notification category not found");
      if (!isAllowed(caller, params.user_id, "manage")) return fail("USER_AUTHENTICATION_REQUIRED");
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      // Such a category is on for all users: nothing is stored.
      if (category.canDisable) {
        const preference = { projectId: caller.project.id, userId: params.user_id, categoryId: category.id, enabled };
        if (!(await store(db, preference))) return fail("USER_NOT_FOUND");
      } else if (!enabled) {
        throw new PlainError(400, `${category.name} notifications cannot be disabled`);
      }
      return toPreference(category, enabled);
    },
  });

  router.route(contract.followUnsubscribeLink, async ({ db, query }) => {
    const code = verificationCode.safeParse(query.code);
    if (!code.success) throw new PlainError(400, "Invalid code");
    // The link names no project: only the code leads to it.
    const projectId = await projectOfCode(db, unsubscribeCode, code.data);
    if (projectId === undefined) return unsubscribePage("unknown");
    try {
      const { userId, categoryId } = await claimCode(db, unsubscribeCode, { projectId, code: code.data });
      const isStored = await store(db, { projectId, userId, categoryId, enabled: false });
      return unsubscribePage(isStored ? "done" : "unknown");
    } catch (error) {
      if (error instanceof KnownError) return unsubscribePage(outcomeOf(error));
      throw error;
    }
  });
}

/**
 * Whether the caller may: false for a client without a user.
 *
 * @throws plain 403 when a client names a user other than its own, whether or not there is such a user
 */
function isAllowed({ tier, user }: Caller, userId: string, verb: "view" | "manage"): boolean {
  if (tier !== "client") return true;
  if (!user) return false;
  if (user.id !== userId) throw new PlainError(403, `You can only ${verb} your own notification preferences`);
  return true;
}

/** @returns false when the user is gone */
async function store(db: Database, preference: Parameters<typeof upsertPreference>[1]): Promise<boolean> {
  try {
    await db.batch([upsertPreference(db, preference)]);
    return true;
  } catch (error) {
    if (violatesForeignKey(error)) return false;
    throw error;
  }
}

/** The page for a refused code. */
function outcomeOf({ code }: KnownError): Parameters<typeof unsubscribePage>[0] {
  if (code === "VERIFICATION_CODE_ALREADY_USED") return "used";
  return code === "VERIFICATION_CODE_NOT_FOUND" ? "unknown" : "expired";
}

function toPreference(
  { id, name, canDisable }: NotificationCategory,
  enabled: boolean,
): z.input<typeof contract.NotificationPreference> {
  return {
    notification_category_id: id,
    notification_category_name: name,
    enabled,
    can_disable: canDisable,
  };
}
