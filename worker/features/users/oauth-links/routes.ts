import type * as z from "zod";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { oldestFirst } from "../../../db/oldest-first";
import type { Project } from "../../../db/projects/project";
import { advanceCredentials } from "../../../db/users/changes";
import {
  deleteLink,
  followLinks,
  insertLink,
  isOwnAccountTaken,
  isSecondSignIn,
  isSignInAccountTaken,
  type LinkKey,
  type OAuthLink,
  roomForLink,
  selectLink,
  selectLinks,
  selectProjectLinks,
  updateLink,
} from "../../../db/users/oauth-links";
import { deleteTokensOf } from "../../../db/users/provider-tokens/changes";
import { readUser, selectUser } from "../../../db/users/queries";
import {
  type Database,
  refuseUnless,
  type Statement,
  unlessRefused,
  violatesForeignKey,
} from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter, Caller } from "../../access";
import { linkedAccountsAtCap } from "../../caps/contract";
import { deferSecurityNotice } from "../../security-notices";
import * as contract from "./contract";

export function oauthLinkRoutes(router: AppRouter) {
  router.route(contract.listLinks, {
    prefetch: ({ db, projectId, provenProjectId, query: { user_id: userId } }) => ({
      ...(userId && {
        users: selectUser(db, { projectId, userId }),
        ofUser: selectLinks(db, { projectId: provenProjectId, userId }),
      }),
    }),
    handle: async ({ db, caller: { tier, user, project }, query, found, fail }) => {
      checkOwn({ fail }, { tier, user }, query.user_id, "list");
      if (query.user_id && !found.users?.length) return fail("USER_NOT_FOUND");
      // A project's list is read only after the caller is allowed to see it.
      const links = found.ofUser ?? (await listOfProject({ db, fail }, project.id));
      // Links of a provider that is no longer configured are left out.
      const items = oldestFirst(links).flatMap((link) => {
        const type = typeOf(project, link.providerConfigId);
        return type ? [toLink(link, type)] : [];
      });
      return { items, is_paginated: false as const };
    },
  });

  router.route(contract.createLink, {
    prefetch: ({ db, projectId, body }) => ({ users: selectUser(db, { projectId, userId: body.user_id }) }),
    handle: async ({ db, caller: { project, actor }, body, found, fail }) => {
      const type = requireType({ fail }, project, body.provider_config_id);
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      const link: OAuthLink = {
        projectId: project.id,
        id: newId(),
        userId: body.user_id,
        providerConfigId: body.provider_config_id,
        accountId: body.account_id,
        email: body.email || null,
        allowSignIn: body.allow_sign_in,
        allowConnectedAccounts: body.allow_connected_accounts,
        createdAt: Date.now(),
      };
      const event = {
        type: "oauth_account.linked",
        target: { type: "user", id: link.userId },
        details: { link_id: link.id, provider_config_id: link.providerConfigId },
      } as const;
      const max = project.config.limits.linkedAccountsPerUser;
      const statements = [
        refuseUnless(db, roomForLink(db, link, max)),
        insertLink(db, link),
        followLinks(db, link),
        recordAudit(db, project, actor, event),
      ] as const;
      const stored = await unlessRefused(db.batch(statements)).catch((error) => explain({ fail }, error));
      return stored ? toLink(link, type) : fail(linkedAccountsAtCap, { max });
    },
  });

  router.route(contract.readLink, {
    prefetch: ({ db, projectId, params }) => ownerAndLink(db, linkOf(projectId, params)),
    handle: ({ caller, params, found, fail }) => {
      checkOwn({ fail }, caller, params.user_id, "read");
      const link = requireLink({ fail }, params, found);
      return toLink(link, requireType({ fail }, caller.project, link.providerConfigId));
    },
  });

  router.route(contract.updateLink, {
    prefetch: ({ db, projectId, params }) => ownerAndLink(db, linkOf(projectId, params)),
    handle: async ({ db, caller, params, body, found, fail }) => {
      checkOwn({ fail }, caller, params.user_id, "update");
      const link = requireLink({ fail }, params, found);
      const type = requireType({ fail }, caller.project, link.providerConfigId);
      const changes = {
        accountId: body.account_id,
        email: body.email === "" ? null : body.email,
        allowSignIn: body.allow_sign_in,
        allowConnectedAccounts: body.allow_connected_accounts,
      };
      if (Object.values(changes).every((change) => change === undefined)) return toLink(link, type);
      // Tokens are of the account that they were given for.
      const isOtherAccount = changes.accountId !== undefined && changes.accountId !== link.accountId;
      const dropped: Statement[] = isOtherAccount ? [deleteTokensOf(db, linkOf(link.projectId, params))] : [];
      const endsSignIn = link.allowSignIn && (isOtherAccount || changes.allowSignIn === false);
      const advanced: Statement[] = endsSignIn ? [advanceCredentials(db, link)] : [];
      const event = {
        type: "oauth_account.updated",
        target: { type: "user", id: link.userId },
        details: { link_id: link.id, fields: Object.keys(body) },
      } as const;
      try {
        const [[after]] = await db.batch([
          updateLink(db, link, changes),
          recordAudit(db, caller.project, caller.actor, event, ifChanged),
          followLinks(db, link),
          ...dropped,
          ...advanced,
        ]);
        // Deleted since it was read.
        return toLink(after ?? fail(contract.linkNotFound, params), type);
      } catch (error) {
        return explain({ fail }, error);
      }
    },
  });

  router.route(contract.deleteLink, {
    prefetch: ({ db, projectId, params }) => ({
      users: selectUser(db, { projectId, userId: params.user_id }),
    }),
    handle: async (context) => {
      const { db, caller, params, found, fail } = context;
      checkOwn({ fail }, caller, params.user_id, "delete");
      const [row] = found.users;
      if (!row) return fail("USER_NOT_FOUND");
      const link = linkOf(caller.project.id, params);
      const event = {
        type: "oauth_account.unlinked",
        target: { type: "user", id: link.userId },
        details: { link_id: link.linkId },
      } as const;
      const [removed] = await db.batch([
        deleteLink(db, link),
        recordAudit(db, caller.project, caller.actor, event, ifChanged),
        followLinks(db, link),
        advanceCredentials(db, link),
      ]);
      if (removed.length === 0) return fail(contract.linkNotFound, params);
      deferSecurityNotice(context, caller.project, readUser(row), "accountUnlinked");
      return { success: true as const };
    },
  });
}

interface LinkParams {
  user_id: string;
  provider_id: string;
}

function linkOf(projectId: string, params: LinkParams): LinkKey {
  return { projectId, userId: params.user_id, linkId: params.provider_id };
}

function ownerAndLink(db: Database, link: LinkKey) {
  return { users: selectUser(db, link), links: selectLink(db, link) };
}

/** Refuses a client that names a user other than its own, whether or not there is such a user. */
function checkOwn(
  { fail }: Failing<"CANNOT_GET_OWN_USER_WITHOUT_USER" | typeof contract.notOwnLinks>,
  { tier, user }: Pick<Caller, "tier" | "user">,
  userId: string | undefined,
  verb: "read" | "list" | "update" | "delete",
): void {
  if (tier !== "client") return;
  if (!user) fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
  else if (user.id !== userId) fail(contract.notOwnLinks, { verb });
}

async function listOfProject(
  { db, fail }: { db: Database } & Failing<typeof contract.tooManyLinks>,
  projectId: string,
) {
  const [links] = await db.batch([selectProjectLinks(db, { projectId, limit: contract.maxListLength + 1 })]);
  return links.length > contract.maxListLength ? fail(contract.tooManyLinks) : links;
}

function requireLink(
  { fail }: Failing<"USER_NOT_FOUND" | typeof contract.linkNotFound>,
  params: LinkParams,
  { users, links }: { users: readonly unknown[]; links: readonly OAuthLink[] },
): OAuthLink {
  if (users.length === 0) return fail("USER_NOT_FOUND");
  return links[0] ?? fail(contract.linkNotFound, params);
}

type ProviderType = z.output<typeof contract.ServerLink>["type"];

/** The vendor of a provider that the project has configured; undefined when it has none of that id. */
function typeOf({ config }: Project, providerConfigId: string): ProviderType | undefined {
  const { providers } = config.auth.oauth;
  return Object.hasOwn(providers, providerConfigId) ? providers[providerConfigId]?.type : undefined;
}

function requireType(
  { fail }: Failing<typeof contract.providerNotConfigured>,
  project: Project,
  providerConfigId: string,
): ProviderType {
  return typeOf(project, providerConfigId) ?? fail(contract.providerNotConfigured, { providerConfigId });
}

/** The error that a refused write means. */
function explain({ fail }: Failing<contract.WriteError>, error: unknown): never {
  if (isSecondSignIn(error)) return fail(contract.secondSignIn, undefined, { cause: error });
  if (isOwnAccountTaken(error)) return fail(contract.accountAlreadyLinked, undefined, { cause: error });
  if (isSignInAccountTaken(error)) {
    return fail("OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN", undefined, { cause: error });
  }
  // Deleted since it was read.
  if (violatesForeignKey(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
  throw error;
}

function toLink(link: OAuthLink, type: ProviderType): z.input<typeof contract.ServerLink> {
  return {
    id: link.id,
    user_id: link.userId,
    provider_config_id: link.providerConfigId,
    type,
    ...(link.email !== null && { email: link.email }),
    allow_sign_in: link.allowSignIn,
    allow_connected_accounts: link.allowConnectedAccounts,
    created_at_millis: link.createdAt,
    account_id: link.accountId,
  };
}
