export interface ProjectConfig {
  auth: { allowSignUp: boolean; password: { allowSignIn: boolean }; otp: { allowSignIn: boolean } };
  teams: { createPersonalTeamOnSignUp: boolean };
  domains: { allowLocalhost: boolean; trustedDomains: Record<string, { baseUrl?: string; handlerPath: string }> };
  rbac: {
    permissions: Record<
      string,
      { description?: string; scope?: "team" | "project"; containedPermissionIds?: Record<string, true> }
    >;
    defaultPermissions: Record<"teamCreator" | "teamMember" | "signUp", Record<string, true>>;
  };
}
export function renderConfig(_: unknown): ProjectConfig {
  return {} as ProjectConfig;
}
