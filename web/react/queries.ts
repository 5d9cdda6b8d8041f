import type { CurrentUser, GatehouseClientApp } from "../kit";
import { appInternals } from "../kit/apps/internals";
import { resourceOptions } from "./cache";

/** Numbers the sessions that views were cached for: their own keys hold tokens, which do not belong in a cache. */
const sessionNumbers = new WeakMap<object, number>();
let sessionCount = 0;

function sessionNumber(session: object): number {
  const number = sessionNumbers.get(session) ?? ++sessionCount;
  sessionNumbers.set(session, number);
  return number;
}

/** The user of the app's session, anonymous ones included: the hooks leave those out where they are not asked for. */
export function userOptions(app: GatehouseClientApp, session: object = app[appInternals].session()) {
  return resourceOptions(app, "current-user", [sessionNumber(session)], () =>
    app.getUser({ or: "anonymous-if-exists[deprecated]" }),
  );
}

/** What everybody may know of the project. */
export function projectOptions(app: GatehouseClientApp) {
  return resourceOptions(app, "project", [], () => app.getProject());
}

/** A user's addresses. Looked at again whenever the person comes back: the links that verify them open elsewhere. */
export function contactChannelOptions(app: GatehouseClientApp, user: CurrentUser) {
  const options = resourceOptions(app, "contact-channels", [user.id], () => user.listContactChannels());
  return { ...options, refetchOnWindowFocus: "always" as const };
}

/** What a user gets mails about. */
export function notificationCategoryOptions(app: GatehouseClientApp, user: CurrentUser) {
  return resourceOptions(app, "notification-categories", [user.id], () => user.listNotificationCategories());
}

/** Where a user is signed in. */
export function activeSessionOptions(app: GatehouseClientApp, user: CurrentUser) {
  return resourceOptions(app, "sessions", [user.id], () => user.getActiveSessions());
}
