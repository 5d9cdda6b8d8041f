import { mutationOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp, ServerUser, ServerUserCreateOptions, ServerUserUpdateOptions } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { listServerContactChannels } from "../../kit/server/contact-channel";
import { resourceOptions } from "../../react";
import type { UserPageRequest } from "./user-search";

export function userPageOptions(app: GatehouseAdminApp, { query, isNewestFirst, limit, cursor }: UserPageRequest) {
  return resourceOptions(app, "users", ["page", query, isNewestFirst, limit, cursor], () =>
    app.listUsers({ query, desc: isNewestFirst, limit, cursor: cursor ?? undefined, orderBy: "signedUpAt" }),
  );
}

/** One user with all their addresses; null when no user has this id. */
export function userOptions(app: GatehouseAdminApp, userId: string) {
  return resourceOptions(app, "users", ["one", userId], async () => {
    const [user, channels] = await Promise.all([
      unlessUnknown(app.getUser(userId)),
      unlessUnknown(listChannels(app, userId)),
    ]);
    return user && { user, channels: channels ?? [] };
  });
}

/** The addresses of a user, who need not be read first. */
async function listChannels(app: GatehouseAdminApp, userId: string) {
  const { caller, connection } = app[appInternals];
  return listServerContactChannels(caller("server"), userId, connection);
}

/** What was read of a user; null when the id is unknown, or no UUID, which the server refuses as a malformed request. */
async function unlessUnknown<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (isKnownError(error, "SCHEMA_ERROR") || isKnownError(error, "USER_NOT_FOUND")) return null;
    throw error;
  }
}

export function createUserOptions(app: GatehouseAdminApp) {
  return mutationOptions({ mutationFn: (user: ServerUserCreateOptions) => app.createUser(user) });
}

export function updateUserOptions(user: ServerUser) {
  return mutationOptions({ mutationFn: (changes: ServerUserUpdateOptions) => user.update(changes) });
}

export function deleteUserOptions(user: ServerUser) {
  return mutationOptions({ mutationFn: () => user.delete() });
}
