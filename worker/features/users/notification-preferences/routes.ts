import type * as z from "zod";
import { selectPreferences, upsertPreference } from "../../../db/users/notification-preferences";
import { selectUser } from "../../../db/users/queries";
import { type Database, violatesForeignKey } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import { verificationCode } from "../../../protocol/fields";
import type { AppRouter, Caller } from "../../access";
import { type LinkedPage, linkedPage, nameOnPage } from "../../emails/index";
import { checkCode, claimCode, projectOfCode } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import * as contract from "./contract";
import { findCategory, type NotificationCategory, notificationCategories, unsubscribeCode } from "./index";

export function notificationPreferenceRoutes(router: AppRouter) {
  router.route(contract.listPreferences, {
    prefetch: ({ db, projectId, provenProjectId, params: { user_id: userId } }) => ({
      users: selectUser(db, { projectId, userId }),
      preferences: selectPreferences(db, { projectId: provenProjectId, userId }),
    }),
    handle: ({ caller, params, found, fail }) => {
      requireOwn({ fail }, caller, params.user_id, "view");
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      const chosen = new Map(found.preferences.map(({ categoryId, enabled }) => [categoryId, enabled]));
      const items = notificationCategories.map((category) => toPreference(category, chosen.get(category.id) ?? true));
      return { items, is_paginated: false as const };
    },
  });

  router.route(contract.updatePreference, {
    prefetch: ({ db, projectId, params }) => ({ users: selectUser(db, { projectId, userId: params.user_id }) }),
    handle: async ({ db, caller, params, body: { enabled }, found, fail }) => {
      const category = findCategory(params.notification_category_id);
      if (!category) return fail(contract.categoryNotFound);
      requireOwn({ fail }, caller, params.user_id, "manage");
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      // Such a category is on for all users: nothing is stored.
      if (category.canDisable) {
        const preference = { projectId: caller.project.id, userId: params.user_id, categoryId: category.id, enabled };
        if (!(await store(db, preference))) return fail("USER_NOT_FOUND");
      } else if (!enabled) {
        return fail(contract.categoryNotRefusable, { category: category.name });
      }
      return toPreference(category, enabled);
    },
  });

  router.route(contract.openUnsubscribeLink, async ({ shards, dbOf, query, headers, fail }) => {
    const code = verificationCode.safeParse(query.code);
    if (!code.success) return refuseCode({ fail }, headers);
    const project = await projectOfCode({ shards }, unsubscribeCode, code.data);
    if (!project) return unsubscribePage("unknown");
    const { projectId } = project;
    const tools = { db: dbOf(projectId), fail: outcomeOf };
    const found = await checkCode(tools, unsubscribeCode, { projectId, code: code.data });
    if (typeof found === "string") return unsubscribePage(found, project.projectName);
    const asked = findCategory(found.categoryId);
    return unsubscribePage(asked ? { asked } : "unknown", project.projectName);
  });

  router.route(contract.unsubscribe, async ({ shards, dbOf, query, headers, fail }) => {
    const code = verificationCode.safeParse(query.code);
    if (!code.success) return refuseCode({ fail }, headers);
    const project = await projectOfCode({ shards }, unsubscribeCode, code.data);
    if (!project) return unsubscribePage("unknown");
    const { projectId, projectName } = project;
    const db = dbOf(projectId);
    const claimed = await claimCode({ db, fail: outcomeOf }, unsubscribeCode, { projectId, code: code.data });
    if (typeof claimed === "string") return unsubscribePage(claimed, projectName);
    const isStored = await store(db, { projectId, ...claimed, enabled: false });
    const done = isStored && findCategory(claimed.categoryId);
    return unsubscribePage(done ? { done } : "unknown", projectName);
  });
}

/** Refuses what is not even of the form of a code: a page for people in browsers, an error for others. */
function refuseCode(
  { fail }: Failing<typeof contract.invalidUnsubscribeCode>,
  { accept }: { accept?: string | undefined },
): Promise<Response> {
  return accept?.includes("text/html") ? unsubscribePage("invalid") : fail(contract.invalidUnsubscribeCode);
}

/** Refuses a client that names a user other than its own, whether or not there is such a user. */
function requireOwn(
  { fail }: Failing<"USER_AUTHENTICATION_REQUIRED" | typeof contract.notOwnPreferences>,
  { tier, user }: Caller,
  userId: string,
  verb: "view" | "manage",
): void {
  if (tier !== "client") return;
  if (!user) fail("USER_AUTHENTICATION_REQUIRED");
  else if (user.id !== userId) fail(contract.notOwnPreferences, { verb });
}

/** @returns false when the user was deleted */
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
function outcomeOf(problem: VerificationCodeError): keyof typeof outcomes {
  if (problem === "VERIFICATION_CODE_ALREADY_USED") return "used";
  return problem === "VERIFICATION_CODE_NOT_FOUND" ? "unknown" : "expired";
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

type Text = Omit<LinkedPage, "sender">;

const notWhole = {
  title: "This link does not work",
  text: "Nothing was changed. Please make sure that you opened the whole link, or switch these emails off in your account settings.",
};

const outcomes = {
  used: {
    status: 200,
    title: "You have used this link before",
    text: "There was nothing left to do. Your account settings show which emails you get.",
  },
  expired: {
    status: 400,
    title: "This link has expired",
    text: "Nothing was changed. Please use the link in a newer email, or switch these emails off in your account settings.",
  },
  unknown: { status: 404, ...notWhole },
  invalid: { status: 400, ...notWhole },
} as const satisfies Record<string, Text>;

/** Names what the link in an email leads to: the name of an outcome, or one that is about the emails of a category. */
type UnsubscribeOutcome = keyof typeof outcomes | { asked: NotificationCategory } | { done: NotificationCategory };

/** @param projectName absent where the link is of no project */
function unsubscribePage(outcome: UnsubscribeOutcome, projectName?: string): Promise<Response> {
  const text = typeof outcome === "string" ? outcomes[outcome] : textAbout(outcome);
  const sender = projectName && nameOnPage(projectName);
  return linkedPage({ ...text, ...(sender && { sender }) });
}

function textAbout(outcome: Exclude<UnsubscribeOutcome, string>): Text {
  if ("asked" in outcome) {
    const kind = outcome.asked.name.toLowerCase();
    return {
      status: 200,
      title: `Unsubscribe from ${kind} emails?`,
      text: "You will get no more emails of this kind.",
      button: "Unsubscribe",
    };
  }
  const kind = outcome.done.name.toLowerCase();
  return {
    status: 200,
    title: `You are unsubscribed from ${kind} emails`,
    text: "You will get no more emails of this kind. You can switch them on again in your account settings.",
  };
}
