import { mutationOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp, ServerUser, ServerUserCreateOptions, ServerUserUpdateOptions } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { resourceOptions } from "../../react";

/** One page of the user list; `cursor` is the `nextCursor` of the page before, null on the first page. */
export type UserPageRequest = { query: string; isNewestFirst: boolean; limit: number; cursor: string | null };

export function userPageOptions(app: GatehouseAdminApp, { query, isNewestFirst, limit, cursor }: UserPageRequest) {
  return resourceOptions(app, "users", ["page", query, isNewestFirst, limit, cursor], () =>
    app.listUsers({ query, desc: isNewestFirst, limit, cursor: cursor ?? undefined, orderBy: "signedUpAt" }),
  );
}

/** One user with all their addresses; null when no user has this id. */
export function userOptions(app: GatehouseAdminApp, userId: string) {
  return resourceOptions(app, "users", ["one", userId], async () => {
    const user = await findUser(app, userId);
    return user && { user, channels: await user.listContactChannels() };
  });
}

async function findUser(app: GatehouseAdminApp, userId: string) {
  try {
    return await app.getUser(userId);
  } catch (error) {
    // The id in a mistyped address may not be a UUID, which the server refuses as a malformed request.
    if (isKnownError(error, "SCHEMA_ERROR")) return null;
    throw error;
  }
}

export function createUserOptions(app: GatehouseAdminApp) {
  return mutationOptions({ mutationFn: (user: ServerUserCreateOptions) => app.createUser(user) });
}

export function updateUserOptions(user: ServerUser) {
  return mutationOptions({ mutationFn: (changes: ServerUserUpdateOptions) => user.update(changes) });
}

export function setPasswordOptions(user: ServerUser) {
  return mutationOptions({ mutationFn: (password: string) => user.setPassword({ password }) });
}

export function deleteUserOptions(user: ServerUser) {
  return mutationOptions({ mutationFn: () => user.delete() });
}
