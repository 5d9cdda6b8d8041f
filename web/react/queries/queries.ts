import type { GatehouseClientApp, TokenStoreInit } from "../../kit";
import { ownProject } from "../../kit/operations/own-project";
import { resourceOptions } from "./resource-query";
import { sessionNumber, sessionOf } from "./session-of";
import { viewOf } from "./view-of";

/** The user of the app's session, anonymous ones included: the hooks leave those out unless asked for them. */
export function userOptions(app: GatehouseClientApp, session = sessionOf(app), tokenStore?: TokenStoreInit) {
  return resourceOptions(app, "current-user", [sessionNumber(session)], () =>
    app.getUser({ or: "anonymous-if-exists[deprecated]", tokenStore }),
  );
}

/** The public part of the project. A client app of the kit itself loads its row later. */
export function projectOptions(app: GatehouseClientApp) {
  return viewOf(app, "operation" in app.getProject ? app.getProject : ownProject.getProject);
}
