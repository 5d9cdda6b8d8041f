export { GatehouseProvider, useApp } from "./app-context";
export { refreshAfterWrites, resourceOptions, useRefreshAfterWrites } from "./cache";
export { CredentialSignIn } from "./credential-sign-in";
export { CredentialSignUp } from "./credential-sign-up";
export { describeFailure } from "./failure-wording";
export { GatehouseHandler, type GatehouseHandlerProps } from "./handler";
export { projectOptions, userOptions } from "./queries";
export { useProject } from "./use-project";
export { useUser } from "./use-user";
