// Exports what server components, route handlers and the proxy import. Client components get `client.ts` under the same name, by the
// condition `react-server` in the package's exports.

// Not those with hooks: on a server, a module for browsers is but a reference.
export {
  type AdminProject,
  type CurrentServerUser,
  GatehouseAdminApp,
  GatehouseAdminApp as StackAdminApp,
  type ServerTeam,
  type ServerTeamUser,
  type ServerUser,
  type UserPage,
} from "../kit";
export type { AuthenticatedUser, AuthenticationOptions } from "../kit/backends/authentication";
export { forwardAuth } from "../kit/backends/request-session";
export { type VerifiedUser, type VerifyOptions, verifyRequest } from "../kit/backends/verification";
export * from "../react";
export {
  GatehouseHandler,
  GatehouseHandler as StackHandler,
  GatehouseProvider,
  GatehouseProvider as StackProvider,
  type GatehouseProviderProps,
  type NextHandlerProps,
} from "./components";
export { type AuthMiddlewareOptions, authMiddleware, withAuth } from "./middleware";
export { GatehouseServerApp, GatehouseServerApp as StackServerApp } from "./server-app";
