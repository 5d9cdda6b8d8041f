import type * as z from "zod";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { oldestFirst } from "../../../db/oldest-first";
import type { Project } from "../../../db/projects/project";
import { advanceCredentials, followChannels } from "../../../db/users/changes";
import {
  type ChannelChanges,
  deleteChannel,
  demotePrimary,
  isOwnEmailTaken,
  isSignInEmailTaken,
  markVerified,
  selectVerifiable,
  updateChannel,
} from "../../../db/users/contact-channels/changes";
import {
  type ChannelKey,
  type ContactChannel,
  channelExists,
  fewerChannels,
  isChannel,
  isVerifiedChannel,
  isVerifiedEmail,
  selectChannel,
  selectChannelByValue,
  selectChannels,
  selectProjectChannels,
} from "../../../db/users/contact-channels/queries";
import { readUser, selectUser, type User } from "../../../db/users/queries";
import { addChannel, takeEmail, takeProvenEmail } from "../../../db/users/take-email";
import {
  batchThen,
  type Database,
  refuseUnless,
  type Statement,
  unlessRefused,
  violatesForeignKey,
} from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { normalizeEmail } from "../../../protocol/fields";
import { type AppRouter, type Caller, requireSignUpFor } from "../../access";
import { channelsAtCap } from "../../caps/contract";
import { limitEmailTo, nameOnPage, requesterOf, requireSent } from "../../emails";
import type { emailNotSent } from "../../emails/not-sent/contract";
import { trustedUrl } from "../../projects";
import { type CredentialChange, deferSecurityNotice, type NoticeTools } from "../../security-notices";
import { checkCode, claimCodeWith, emailVerification, sendEmailVerification } from "../../verification-codes";
import * as contract from "./contract";
import { endPlantedFactor } from "./planted-factor";

export function contactChannelRoutes(router: AppRouter) {
  router.route(contract.listChannels, {
    prefetch: ({ db, provenProjectId: projectId, query }) => ({
      ...(query.user_id && {
        ofUser: selectChannels(db, { projectId, userId: query.user_id, channelId: query.contact_channel_id }),
      }),
    }),
    handle: async ({ db, caller, query, found, fail }) => {
      if (caller.tier === "client") {
        const own = caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
        if (query.user_id !== own.id) return fail(contract.notOwnChannels, { verb: "list" });
      }
      // A project's list is read only after the caller is allowed to see it.
      const all = { projectId: caller.project.id, channelId: query.contact_channel_id };
      const channels = found.ofUser ?? (await listOfProject({ db, fail }, all));
      return { items: oldestFirst(channels).map(toChannel), is_paginated: false as const };
    },
  });

  router.route(contract.readChannel, {
    prefetch: ({ db, projectId, params }) => ({ channels: selectChannel(db, channelOf(projectId, params)) }),
    handle: ({ caller, params, found, fail }) => {
      checkOwn({ fail }, caller, params.user_id, "read");
      return toChannel(found.channels[0] ?? fail(contract.channelToReadNotFound));
    },
  });

  router.route(contract.createChannel, {
    prefetch: ({ db, projectId, body }) => ({
      held: selectChannelByValue(db, { projectId, userId: body.user_id, value: body.value }),
    }),
    handle: async (context) => {
      const { db, caller, body, found, fail } = context;
      checkOwn({ fail }, caller, body.user_id, "create");
      checkSignIn({ fail }, caller, body);
      if (found.held.length > 0) return fail(contract.channelExists);
      const user = { projectId: caller.project.id, userId: body.user_id };
      const channel: ContactChannel = {
        ...user,
        id: newId(),
        type: body.type,
        value: body.value,
        isPrimary: body.is_primary,
        // Only servers may set it: a client's body has no such field.
        isVerified: body.is_verified ?? false,
        isProvenByMailAlone: false,
        usedForAuth: body.used_for_auth,
        createdAt: Date.now(),
      };
      // Emails that reset the password go to the primary address.
      const demotion = channel.isPrimary ? [demotePrimary(db, user), advanceCredentials(db, user)] : [];
      const max = caller.project.config.limits.contactChannelsPerUser;
      const statements = [
        refuseUnless(db, fewerChannels(db, user, max)),
        ...demotion,
        ...addChannel(db, channel),
        ...(channel.isPrimary || channel.usedForAuth ? followChannels(db, user) : []),
        recordAudit(db, caller.project, caller.actor, {
          type: "contact_channel.created",
          ...aboutChannel({ ...user, channelId: channel.id }),
        }),
      ];
      const stored = await unlessRefused(db.batch(statements as [Statement, ...Statement[]])).catch((error) => {
        if (violatesForeignKey(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
        return explain({ fail }, error, channel.value);
      });
      if (!stored) return fail(channelsAtCap, { max });
      notifyOwner(context, body.user_id, "emailAdded");
      return toChannel(channel);
    },
  });

  router.route(contract.updateChannel, {
    prefetch: ({ db, projectId, params }) => ({ channels: selectChannel(db, channelOf(projectId, params)) }),
    handle: async (context) => {
      const { db, caller, params, body, found, fail } = context;
      checkOwn({ fail }, caller, params.user_id, "update");
      checkSignIn({ fail }, caller, body);
      const [before] = found.channels;
      if (!before) return fail(contract.channelNotFound);
      const channel = channelOf(caller.project.id, params);
      const changes: ChannelChanges = {
        value: body.value,
        usedForAuth: body.used_for_auth,
        isPrimary: body.is_primary,
        // A new address has not been shown to receive email.
        isVerified: body.is_verified ?? (body.value === undefined ? undefined : false),
      };
      const replaces = replacesAddress(before, changes);
      try {
        const [after] = await batchThen(
          db,
          [
            ...changeChannel(db, caller.project, channel, changes),
            ...(replaces ? [advanceCredentials(db, channel)] : []),
            recordAudit(
              db,
              caller.project,
              caller.actor,
              { type: "contact_channel.updated", ...aboutChannel(channel) },
              channelExists(db, channel),
            ),
          ],
          selectChannel(db, channel),
        );
        // Deleted since it was read.
        const changed = after ?? fail(contract.channelNotFound);
        if (replaces) notifyOwner(context, params.user_id, "emailChanged");
        return toChannel(changed);
      } catch (error) {
        return explain({ fail }, error, null);
      }
    },
  });

  router.route(contract.deleteChannel, async (context) => {
    const { db, caller, params, fail } = context;
    checkOwn({ fail }, caller, params.user_id, "delete");
    const channel = channelOf(caller.project.id, params);
    const [removed] = await db.batch([
      deleteChannel(db, channel),
      recordAudit(
        db,
        caller.project,
        caller.actor,
        { type: "contact_channel.deleted", ...aboutChannel(channel) },
        ifChanged,
      ),
      ...followChannels(db, channel),
      advanceCredentials(db, channel),
    ]);
    if (removed.length === 0) return fail(contract.channelNotFound);
    notifyOwner(context, params.user_id, "emailRemoved");
    return { success: true as const };
  });

  router.route(contract.sendChannelVerification, {
    prefetch: ({ db, projectId, params }) => ({
      users: selectUser(db, { projectId, userId: params.user_id }),
      channels: selectChannel(db, channelOf(projectId, params)),
    }),
    handle: async (context) => {
      const { caller, body, params, found, fail } = context;
      if (caller.tier === "client") {
        const own = caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
        if (own.id !== params.user_id) return fail(contract.verificationNotOwn);
      }
      const [user] = found.users;
      if (!user) return fail("USER_ID_DOES_NOT_EXIST", { user_id: params.user_id });
      const [channel] = found.channels;
      if (!channel) return fail(contract.channelToVerifyNotFound);
      if (channel.isVerified) return fail("EMAIL_ALREADY_VERIFIED");
      return sendVerification(context, caller, {
        user: readUser(user),
        email: channel.value,
        callbackUrl: body.callback_url,
      });
    },
  });

  router.route(contract.sendPrimaryVerification, (context) => {
    const { caller, body, fail } = context;
    const { user } = caller;
    const email = normalizeEmail(body.email);
    if (email !== user.primaryEmail) {
      return fail("EMAIL_IS_NOT_PRIMARY_EMAIL", { email, primary_email: user.primaryEmail });
    }
    if (user.primaryEmailVerified) return fail("EMAIL_ALREADY_VERIFIED");
    return sendVerification(context, caller, { user, email, callbackUrl: body.callback_url });
  });

  router.route(contract.verifyChannel, async ({ caller, body, fail, defer, ...tools }) => {
    const { db } = tools;
    const { project } = caller;
    const sent = { projectId: project.id, code: body.code };
    const { userId, email, sentAt } = await checkCode({ db, fail }, emailVerification, sent);
    const user = { projectId: project.id, userId };
    const link = { userId, value: email, since: sentAt };
    const isByHolder = caller.user?.id === userId && caller.actor.impersonatedIn === null;
    const results = await claimCodeWith({ db, fail }, emailVerification, sent, [
      ...endPlantedFactor(tools, project, { ...link, isByHolder }),
      markVerified(db, project, { ...link, isByHolder }),
      ...takeProvenEmail(db, project, userId, { channel: isVerifiedEmail({ ...user, value: email }) }),
      ...followChannels(db, user),
    ]);
    const [[had], , , , , verified] = results ?? fail("VERIFICATION_CODE_ALREADY_USED");
    const proven = { primaryEmail: email, primaryEmailVerified: true };
    const reader = had && { ...had, ...(!had.primaryEmailVerified && proven) };
    if (reader) deferSecurityNotice({ ...tools, defer }, project, reader, "totpDisabled");
    return verified.length > 0 ? { success: true as const } : fail(contract.verifiedChannelIsGone);
  });

  router.route(contract.previewVerification, async ({ db, caller, body: { code }, fail }) => {
    const { project } = caller;
    const sent = { projectId: project.id, code };
    const { userId, email, sentAt } = await checkCode({ db, fail }, emailVerification, sent, { isPreview: true });
    const [verifiable, [row]] = await db.batch([
      selectVerifiable(db, project, { userId, value: email, since: sentAt }),
      selectUser(db, { projectId: project.id, userId }),
    ]);
    const user = readUser(verifiable[0] && row ? row : fail("VERIFICATION_CODE_NOT_FOUND"));
    return {
      recipient_email: email,
      user_display_name: nameOnPage(user.displayName),
      user_signed_up_at_millis: user.signedUpAt,
    };
  });

  router.route(contract.checkChannelCode, async ({ db, caller, body, fail }) => {
    const { project } = caller;
    const sent = { projectId: project.id, code: body.code };
    const { userId, email, sentAt } = await checkCode({ db, fail }, emailVerification, sent);
    const link = { userId, value: email, since: sentAt };
    const [[verifiable]] = await db.batch([selectVerifiable(db, project, link)]);
    return verifiable ? { is_code_valid: true as const } : fail(contract.verifiedChannelIsGone);
  });
}

/** Returns what events of a channel say of it; never the address. */
function aboutChannel({ userId, channelId }: ChannelKey) {
  return { target: { type: "user", id: userId }, details: { contact_channel_id: channelId } };
}

/** The statements that change one channel; one that becomes primary takes the place of another. */
function changeChannel(db: Database, project: Project, channel: ChannelKey, changes: ChannelChanges): Statement[] {
  if (Object.values(changes).every((value) => value === undefined)) return [];
  const isProven = changes.usedForAuth && changes.value === undefined;
  const proven = { channel: isVerifiedChannel(channel) };
  return [
    ...(changes.isPrimary ? [demotePrimary(db, channel)] : []),
    ...takeEmail(db, channel, changes, isChannel(channel)),
    ...(isProven ? takeProvenEmail(db, project, channel.userId, proven) : []),
    updateChannel(db, channel, changes),
    ...followChannels(db, channel),
  ];
}

/** Tells whether a change takes an address, or what it is good for, from its user: codes that were emailed to it end then. */
function replacesAddress(before: ContactChannel, changes: ChannelChanges): boolean {
  const { value, usedForAuth, isVerified, isPrimary } = changes;
  const isNew =
    (value !== undefined && value !== before.value) || (isPrimary !== undefined && isPrimary !== before.isPrimary);
  return isNew || (before.usedForAuth && usedForAuth === false) || (before.isVerified && isVerified === false);
}

/** Emails a user whose own token made the change. A server is trusted with the addresses of all users. */
function notifyOwner(context: NoticeTools & { caller: Caller }, userId: string, change: CredentialChange): void {
  const { project, user } = context.caller;
  if (user?.id === userId) deferSecurityNotice(context, project, user, change);
}

/** Refuses a client that names a user other than its own, whether or not there is such a user. */
function checkOwn(
  { fail }: Failing<typeof contract.notOwnChannels>,
  { tier, user }: Caller,
  userId: string,
  verb: "read" | "create" | "update" | "delete",
): void {
  if (tier === "client" && user?.id !== userId) fail(contract.notOwnChannels, { verb });
}

/** Refuses a client an address to sign in with where its anonymous user may not sign up. Servers may give any. */
function checkSignIn(
  { fail }: Failing<"SIGN_UP_NOT_ENABLED">,
  { tier, project, user }: Caller,
  { used_for_auth: usedForAuth }: { used_for_auth?: boolean | undefined },
): void {
  if (tier === "client" && user && usedForAuth) requireSignUpFor({ fail }, project, user);
}

async function listOfProject(
  { db, fail }: { db: Database } & Failing<typeof contract.tooManyChannels>,
  { projectId, channelId }: { projectId: string; channelId?: string | undefined },
) {
  const [channels] = await db.batch([
    selectProjectChannels(db, { projectId, channelId, limit: contract.maxListLength + 1 }),
  ]);
  return channels.length > contract.maxListLength ? fail(contract.tooManyChannels) : channels;
}

/** Emails the link before the response, because the client waits for it: a failure is reported. */
async function sendVerification(
  tools: Tools & Failing<"REDIRECT_URL_NOT_WHITELISTED" | typeof tooManyRequests | typeof emailNotSent>,
  caller: Caller,
  { user, email, callbackUrl }: { user: User; email: string; callbackUrl: string },
) {
  const { project } = caller;
  const message = { user, email, callbackUrl: trustedUrl(tools, project, callbackUrl) };
  const count = await limitEmailTo(tools, project, email, requesterOf(caller));
  requireSent(tools, await sendEmailVerification(tools, project, { ...message, count }));
  return { success: true as const };
}

/** The error that a refused write means. */
function explain(
  { fail }: Failing<typeof contract.channelExists | "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE">,
  error: unknown,
  value: string | null,
): never {
  if (isOwnEmailTaken(error)) return fail(contract.channelExists, undefined, { cause: error });
  if (isSignInEmailTaken(error)) {
    const details = { type: "email", contact_channel_value: value, would_work_if_email_was_verified: false } as const;
    return fail("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", details, { cause: error });
  }
  throw error;
}

function channelOf(projectId: string, params: { user_id: string; contact_channel_id: string }): ChannelKey {
  return { projectId, userId: params.user_id, channelId: params.contact_channel_id };
}

function toChannel(channel: ContactChannel): z.input<typeof contract.ContactChannel> {
  return {
    id: channel.id,
    user_id: channel.userId,
    type: channel.type,
    value: channel.value,
    used_for_auth: channel.usedForAuth,
    is_verified: channel.isVerified,
    is_primary: channel.isPrimary,
    ...(channel.isVerified && channel.isProvenByMailAlone && { is_proven_by_email_alone: true as const }),
  };
}
