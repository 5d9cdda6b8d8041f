import type * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { followChannels } from "../../../db/users/changes";
import {
  type ChannelChanges,
  deleteChannel,
  demotePrimary,
  insertChannel,
  isOwnEmailTaken,
  isSignInEmailTaken,
  markVerified,
  updateChannel,
} from "../../../db/users/contact-channels/changes";
import {
  type ChannelKey,
  type ContactChannel,
  selectChannel,
  selectChannelByValue,
  selectChannels,
  selectProjectChannels,
} from "../../../db/users/contact-channels/queries";
import { readUser, selectUser, type User } from "../../../db/users/queries";
import { batchThen, type Database, type Statement, violatesForeignKey } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import { fail } from "../../../protocol/fail";
import { normalizeEmail } from "../../../protocol/fields";
import { PlainError } from "../../../protocol/plain-error";
import type { AppRouter, Caller } from "../../access";
import { limitMailTo, requireSent } from "../../emails";
import { trustedUrl } from "../../projects";
import { checkCode, claimCode, emailVerification, sendEmailVerification } from "../../verification-codes";
import * as contract from "./contract";

/** The list of a whole project is one response; beyond this length it must be asked for by user. */
const longestList = 10_000;

export function contactChannelRoutes(router: AppRouter) {
  router.route(contract.listChannels, {
    prefetch: ({ db, projectId, query }) => ({
      ofUser: selectChannels(db, { projectId, userId: query.user_id ?? "", channelId: query.contact_channel_id }),
    }),
    handle: async ({ db, caller, query, found, fail }) => {
      if (caller.tier === "client") {
        const own = caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
        if (query.user_id !== own.id) {
          throw new PlainError(403, "Client can only list contact channels for their own user.");
        }
      }
      // A project's list is read only after the caller is allowed to see it.
      const channels = query.user_id
        ? found.ofUser
        : await listOfProject(db, { projectId: caller.project.id, channelId: query.contact_channel_id });
      return { items: channels.map(toChannel), is_paginated: false as const };
    },
  });

  router.route(contract.readChannel, {
    prefetch: ({ db, projectId, params }) => ({ channels: selectChannel(db, channelOf(projectId, params)) }),
    handle: ({ caller, params, found }) => {
      checkOwn(caller, params.user_id, "read");
      const [channel] = found.channels;
      if (!channel) throw new PlainError(404, "Contact channel not found.");
      return toChannel(channel);
    },
  });

  router.route(contract.createChannel, {
    prefetch: ({ db, projectId, body }) => ({
      held: selectChannelByValue(db, { projectId, userId: body.user_id, value: body.value }),
    }),
    handle: async ({ db, caller, body, found, fail }) => {
      checkOwn(caller, body.user_id, "create");
      if (found.held.length > 0) throw new PlainError(400, "Contact channel already exists");
      const user = { projectId: caller.project.id, userId: body.user_id };
      const channel: ContactChannel = {
        ...user,
        id: newId(),
        type: body.type,
        value: body.value,
        isPrimary: body.is_primary,
        // Only servers may set it: a client's body has no such field.
        isVerified: body.is_verified ?? false,
        usedForAuth: body.used_for_auth,
        createdAt: Date.now(),
      };
      const demotion = channel.isPrimary ? [demotePrimary(db, user)] : [];
      const statements = [...demotion, insertChannel(db, channel), ...followChannels(db, user)];
      try {
        await db.batch(statements as [Statement, ...Statement[]]);
      } catch (error) {
        if (violatesForeignKey(error)) return fail("USER_NOT_FOUND", undefined, { cause: error });
        return explain(error, channel.value);
      }
      return toChannel(channel);
    },
  });

  router.route(contract.updateChannel, {
    prefetch: ({ db, projectId, params }) => ({ channels: selectChannel(db, channelOf(projectId, params)) }),
    handle: async ({ db, caller, params, body, found }) => {
      checkOwn(caller, params.user_id, "update");
      if (found.channels.length === 0) throw new PlainError(400, "Contact channel not found");
      const channel = channelOf(caller.project.id, params);
      const changes = {
        value: body.value,
        usedForAuth: body.used_for_auth,
        isPrimary: body.is_primary,
        // A new address has not been shown to receive mail.
        isVerified: body.is_verified ?? (body.value === undefined ? undefined : false),
      };
      try {
        const [after] = await batchThen(db, changeChannel(db, channel, changes), selectChannel(db, channel));
        // Deleted since it was read.
        if (!after) throw new PlainError(400, "Contact channel not found");
        return toChannel(after);
      } catch (error) {
        return explain(error, null);
      }
    },
  });

  router.route(contract.deleteChannel, async ({ db, caller, params }) => {
    checkOwn(caller, params.user_id, "delete");
    const channel = channelOf(caller.project.id, params);
    const [removed] = await db.batch([deleteChannel(db, channel), ...followChannels(db, channel)]);
    if (removed.length === 0) throw new PlainError(400, "Contact channel not found");
    return { success: true as const };
  });

  router.route(contract.sendChannelVerification, {
    prefetch: ({ db, projectId, params }) => ({
      users: selectUser(db, { projectId, userId: params.user_id }),
      channels: selectChannel(db, channelOf(projectId, params)),
    }),
    handle: async (call) => {
      const { caller, body, params, found, fail } = call;
      if (caller.tier === "client") {
        const own = caller.user ?? fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
        if (own.id !== params.user_id) {
          throw new PlainError(400, "Can only send verification code for your own user");
        }
      }
      const [user] = found.users;
      if (!user) return fail("USER_ID_DOES_NOT_EXIST", { user_id: params.user_id });
      const [channel] = found.channels;
      if (!channel) throw new PlainError(404, "Contact channel not found");
      if (channel.isVerified) return fail("EMAIL_ALREADY_VERIFIED");
      return sendVerification(call, caller.project, readUser(user), channel.value, body.callback_url);
    },
  });

  router.route(contract.sendPrimaryVerification, (call) => {
    const { caller, body, fail } = call;
    const { user, project } = caller;
    const email = normalizeEmail(body.email);
    if (email !== user.primaryEmail) {
      return fail("EMAIL_IS_NOT_PRIMARY_EMAIL", { email, primary_email: user.primaryEmail });
    }
    if (user.primaryEmailVerified) return fail("EMAIL_ALREADY_VERIFIED");
    return sendVerification(call, project, user, email, body.callback_url);
  });

  router.route(contract.verifyChannel, async ({ db, caller, body }) => {
    const projectId = caller.project.id;
    const { userId, email } = await claimCode(db, emailVerification, { projectId, code: body.code });
    const user = { projectId, userId };
    const [verified] = await db.batch([markVerified(db, { ...user, value: email }), ...followChannels(db, user)]);
    if (verified.length === 0) {
      throw new PlainError(400, "Contact channel not found. Was your contact channel deleted?");
    }
    return { success: true as const };
  });

  router.route(contract.checkChannelCode, async ({ db, caller, body }) => {
    await checkCode(db, emailVerification, { projectId: caller.project.id, code: body.code });
    return { is_code_valid: true as const };
  });
}

/** The statements that change one channel; one that becomes primary takes the place of another. */
function changeChannel(db: Database, channel: ChannelKey, changes: ChannelChanges): Statement[] {
  if (Object.values(changes).every((value) => value === undefined)) return [];
  return [
    ...(changes.isPrimary ? [demotePrimary(db, channel)] : []),
    updateChannel(db, channel, changes),
    ...followChannels(db, channel),
  ];
}

/** @throws plain 403 when a client names a user other than its own, whether or not there is such a user */
function checkOwn({ tier, user }: Caller, userId: string, verb: "read" | "create" | "update" | "delete"): void {
  if (tier === "client" && user?.id !== userId) {
    throw new PlainError(403, `Client can only ${verb} contact channels for their own user.`);
  }
}

async function listOfProject(
  db: Database,
  { projectId, channelId }: { projectId: string; channelId?: string | undefined },
) {
  const [channels] = await db.batch([selectProjectChannels(db, { projectId, channelId, limit: longestList + 1 })]);
  if (channels.length > longestList) {
    throw new PlainError(400, `The project has more than ${longestList} contact channels. Please give a user_id.`);
  }
  return channels;
}

/** Mails the link before the response, because the client waits for it: a failure is reported. */
async function sendVerification(tools: Tools, project: Project, user: User, email: string, callbackUrl: string) {
  const mail = { user, email, callbackUrl: trustedUrl({ fail }, project.config, callbackUrl) };
  await limitMailTo({ ...tools, fail }, project, email);
  requireSent({ fail }, await sendEmailVerification(tools, project, mail));
  return { success: true as const };
}

/** The error that a refused write means. */
function explain(error: unknown, value: string | null): never {
  if (isOwnEmailTaken(error)) throw new PlainError(400, "Contact channel already exists", { cause: error });
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
  };
}
