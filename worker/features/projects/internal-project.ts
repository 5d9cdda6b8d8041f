import type { Settings } from "../../platform/env";

/**
 * What the internal project is configured with unless its own override says otherwise: owners sign in by password, get
 * a team of their own, and come back to the site from their mails.
 */
export function internalProjectOverride({ webUrl }: Settings) {
  return {
    "auth.password.allowSignIn": true,
    "teams.createPersonalTeamOnSignUp": true,
    "teams.allowClientTeamCreation": true,
    "users.allowClientUserDeletion": true,
    "domains.trustedDomains": { site: { baseUrl: webUrl, handlerPath: "/handler" } },
    "rbac.permissions": {
      team_member: {
        description: "Default permission for team members",
        scope: "team",
        containedPermissionIds: { $read_members: true },
      },
      team_admin: {
        description: "Default permission for team admins",
        scope: "team",
        containedPermissionIds: { $read_members: true, $remove_members: true, $update_team: true },
      },
    },
    "rbac.defaultPermissions": { teamCreator: { team_admin: true }, teamMember: { team_member: true }, signUp: {} },
  };
}
