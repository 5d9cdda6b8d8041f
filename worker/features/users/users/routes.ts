import type { UserKey } from "../../../db/keys";
import { selectMemberPage, selectUnsortedMember } from "../../../db/memberships/list";
import { selectMembership } from "../../../db/memberships/queries";
import type { Weighing } from "../../../db/metadata-weight";
import { longSelect } from "../../../db/prepared-select";
import { selectAffectedByVerification, selectUserPage } from "../../../db/users/list";
import { readUser, selectUser, type User } from "../../../db/users/queries";
import { selectSuspension } from "../../../db/users/suspension";
import { placeIn, readUsers, selectUserPlace, type UserOrder, type UserPlace } from "../../../db/users/weighed-users";
import { cursorsOf, notACursor } from "../../../platform/cursors";
import type { Database, Id } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { QueryOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import { isNormalUuid } from "../../../protocol/fields";
import { isOfficialFrom } from "../../../protocol/official-clients";
import type { ClientVersion } from "../../../protocol/request-headers";
import type { AppRouter } from "../../access";
import { requireUploadedImage } from "../../images";
import { requireMembership } from "../../teams";
import * as contract from "./contract";
import { toUser } from "./index";
import { removeUser } from "./remove-user";
import { checkPasswordFields, checkTotp } from "./rules";
import { liftSuspension, suspend, toSuspension } from "./suspension";
import { createUser, updateUser } from "./write";

/** The most users that a page has, also with a higher limit. */
const maxPageSize = 1_000;

const orders = { signed_up_at: "sign-up", last_active_at: "activity", display_name: "name" } as const;

export function userRoutes(router: AppRouter) {
  router.route(contract.listUsers, {
    prefetch: async (context) => {
      const { db, projectId, provenProjectId, query, client } = context;
      const orderBy = orderOf(query);
      const begin = await beginOf(context, query, orderBy);
      const page = {
        projectId,
        provenProjectId,
        ...weighingOf(query),
        begin: begin ?? undefined,
        descending: query.desc === "true",
        includeAnonymous: query.include_anonymous === "true",
        query: query.query,
        orderBy,
        filter: {
          signInMethod: query.sign_in_method,
          oauthProvider: query.oauth_provider,
          primaryEmailVerified: isTrue(query.primary_email_verified),
          requiresTotpMfa: isTrue(query.requires_totp_mfa),
          isSuspended: isTrue(query.suspended),
          isRestricted: isRestrictedIn(query, client.version),
          isAnonymous: query.only_anonymous === "true" || isTrue(query.is_anonymous),
          signedUpSince: query.signed_up_since_millis,
          signedUpUntil: query.signed_up_until_millis,
        },
      };
      const { team_id: teamId } = query;
      const members = teamId ? { teamId, provenProjectId, maxSorted: contract.maxSortedMembers } : undefined;
      const rows = members ? selectMemberPage(db, { ...page, ...members }) : selectUserPage(db, page);
      return {
        ...(begin !== null && { rows: longSelect(db, rows) }),
        ...(members && orderBy !== "sign-up" && { unsorted: selectUnsortedMember(db, members) }),
      };
    },
    handle: async ({ db, settings, caller, query, found, fail }) => {
      const rows = found.rows ?? fail(...notACursor);
      if (found.unsorted?.[0]) return fail(contract.teamTooLarge);
      const projectId = caller.project.id;
      const { list, next } = await readUsers(db, rows, { projectId, ...weighingOf(query) });
      const orderBy = orderOf(query);
      const next_cursor = await cursorsIn(orderBy).write({ settings, projectId }, next && placeIn(orderBy, next));
      return {
        items: list.map((user) => toUser(caller.project, user)),
        is_paginated: true as const,
        pagination: { next_cursor },
      };
    },
  });

  router.route(contract.createUser, async (context) => {
    const { project } = context.caller;
    await checkPasswordFields(context, context.body);
    return toUser(project, await createUser(context, project, context.body));
  });

  router.route(contract.readUser, {
    prefetch: ({ db, projectId, params }) => ({ user: selectUser(db, { projectId, userId: params.user_id }) }),
    handle: ({ caller, found, fail }) =>
      toUser(caller.project, found.user[0] ? readUser(found.user[0]) : fail("USER_NOT_FOUND")),
  });

  router.route(contract.updateUser, {
    prefetch: ({ db, projectId, params, body }) => ({
      user: selectUser(db, { projectId, userId: params.user_id }),
      ...selectSelected(db, { projectId, userId: params.user_id }, body),
    }),
    handle: async (context) => {
      const { body, found, fail } = context;
      const { project } = context.caller;
      await checkPasswordFields({ fail }, body);
      const user = found.user[0] ? readUser(found.user[0]) : fail("USER_NOT_FOUND");
      checkSelected({ fail }, user, body, found.membership);
      return toUser(project, await updateUser(context, project, user, body));
    },
  });

  router.route(contract.deleteUser, ({ db, shards, caller, params, fail }) =>
    removeUser({ db, shards, caller, fail }, { projectId: caller.project.id, userId: params.user_id }),
  );

  router.route(contract.readSuspension, {
    prefetch: ({ db, projectId, params }) => ({
      suspension: selectSuspension(db, { projectId, userId: params.user_id }),
    }),
    handle: ({ found, fail }) => toSuspension(found.suspension[0] ?? fail("USER_NOT_FOUND")),
  });

  router.route(contract.suspendUser, (context) =>
    suspend(context, context.params.user_id, context.body.reason || null),
  );

  router.route(contract.liftSuspension, (context) => liftSuspension(context, context.params.user_id));

  router.route(contract.previewAffectedUsers, {
    prefetch: ({ db, projectId, provenProjectId, query: { limit = 10 }, body: { onboarding } }) => {
      const affected = { projectId, provenProjectId, limit, max: contract.maxAffected };
      return { ...(onboarding.require_email_verification && selectAffectedByVerification(db, affected)) };
    },
    handle: ({ found }) => ({
      affected_users: (found.users ?? []).map(({ id, displayName, primaryEmail }) => ({
        id,
        display_name: displayName,
        primary_email: primaryEmail,
        restricted_reason: { type: "email_not_verified" as const },
      })),
      total_affected_count: found.counts?.[0]?.count ?? 0,
    }),
  });

  router.route(contract.readOwnUser, ({ caller, fail }) =>
    toUser(caller.project, caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER")),
  );

  router.route(contract.updateOwnUser, {
    prefetch: ({ db, projectId, userId, body }) => ({
      ...(userId && selectSelected(db, { projectId, userId }, body)),
    }),
    handle: async (context) => {
      const { caller, body, found, fail } = context;
      requireUploadedImage({ fail }, caller.tier, body.profile_image_url);
      const user = caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
      await checkPasswordFields({ fail }, body);
      checkTotp({ fail }, caller, body);
      checkSelected({ fail }, user, body, found.membership);
      return toUser(caller.project, await updateUser(context, caller.project, user, body));
    },
  });

  router.route(contract.deleteOwnUser, ({ db, shards, caller, fail }) => {
    if (caller.tier === "client" && !caller.project.config.users.allowClientUserDeletion) {
      return fail(contract.clientDeletionDisabled);
    }
    const { projectId, id: userId } = caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
    return removeUser({ db, shards, caller, fail }, { projectId, userId });
  });
}

type ListQuery = QueryOf<typeof contract.listUsers>;

function orderOf({ order_by }: ListQuery): UserOrder {
  return order_by ? orders[order_by] : "sign-up";
}

const cursorsIn = (orderBy: UserOrder) => cursorsOf<UserPlace>(`users by ${orderBy}`);

/** Returns where a page begins; null where that is nowhere. The id of a user is where they are now, which costs a round trip. */
async function beginOf(
  tools: Pick<Tools, "db" | "settings"> & { projectId: string; provenProjectId: Id },
  { cursor }: ListQuery,
  orderBy: UserOrder,
): Promise<UserPlace | undefined | null> {
  const userId = cursor?.toLowerCase() ?? "";
  if (!isNormalUuid(userId)) return await cursorsIn(orderBy).read(tools, cursor);
  const { db, provenProjectId: projectId } = tools;
  const [[user]] = await db.batch([selectUserPlace(db, { projectId, userId })]);
  return user ? placeIn(orderBy, user) : null;
}

function weighingOf({
  limit = maxPageSize,
  omit_metadata,
}: {
  limit?: number | undefined;
  omit_metadata?: "true" | "false" | undefined;
}): Weighing {
  // One more than the page holds, for the cursor of the next.
  return { limit: Math.min(limit, maxPageSize) + 1, omitsMetadata: omit_metadata === "true" };
}

/** Returns which users a list has by whether they are kept from full use. Newer official clients get the others unless they ask. */
function isRestrictedIn(query: ListQuery, client: ClientVersion | null): boolean | undefined {
  const { restricted, include_restricted: includes } = query;
  const listsAnonymous = [query.include_anonymous, query.only_anonymous, query.is_anonymous].includes("true");
  if (restricted !== undefined) return restricted === "true";
  if (listsAnonymous || includes === "true") return undefined;
  return includes === "false" || isOfficialFrom("2.8.77", client) ? false : undefined;
}

function isTrue(flag: "true" | "false" | undefined): boolean | undefined {
  return flag && flag === "true";
}

interface Selection {
  selected_team_id?: string | null | undefined;
}

/** Prefetches the user's membership in the team that a request selects, if it selects one. */
function selectSelected(db: Database, user: UserKey, { selected_team_id: teamId }: Selection) {
  return { ...(teamId && { membership: selectMembership(db, { ...user, teamId }) }) };
}

function checkSelected(
  { fail }: Failing<"TEAM_MEMBERSHIP_NOT_FOUND">,
  user: User,
  { selected_team_id: teamId }: Selection,
  membership: readonly unknown[] | undefined,
): void {
  if (teamId) requireMembership({ fail }, { teamId, userId: user.id }, membership);
}
