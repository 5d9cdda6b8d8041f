import type { Settings } from "../../platform/env";

/** The providers that owners may sign in with, where the operator has keys for them. */
const ownersProviders = ["google", "github"] as const;

/**
 * Configures the internal project unless its own override replaces it. Owners sign in by password or with a provider
 * that the operator has keys for. They get a team of their own, and come back to the site from their emails. A
 * development instance shows off the other ways to sign in as well.
 */
export function internalProjectOverride({ webUrl, sharedOAuth }: Settings) {
  const isDevelopment = sharedOAuth.issuer !== undefined;
  const providers = ownersProviders.filter((type) => sharedOAuth.clients.has(type));
  return {
    "auth.password.allowSignIn": true,
    // Anonymous accounts pass by `auth.allowSignUp`, and would own teams and projects.
    "auth.anonymous.allowSignUp": false,
    "auth.password.knownPasswords": "refuse",
    "auth.sessions.reauthenticationMinutes": 15,
    "auth.otp.allowSignIn": isDevelopment,
    "auth.passkey.allowSignIn": isDevelopment,
    "auth.securityNotices": !isDevelopment,
    "auth.oauth.providers": Object.fromEntries(
      providers.map((type) => [type, { type, isShared: true, allowSignIn: true, allowConnectedAccounts: true }]),
    ),
    "teams.createPersonalTeamOnSignUp": true,
    "teams.allowClientTeamCreation": true,
    "users.allowClientUserDeletion": true,
    // The site itself is where owners sign in: no other website gets a session of theirs.
    "hostedPages.enabled": false,
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
        containedPermissionIds: {
          $read_members: true,
          $invite_members: true,
          $remove_members: true,
          $update_team: true,
          $delete_team: true,
        },
      },
    },
    "rbac.defaultPermissions": { teamCreator: { team_admin: true }, teamMember: { team_member: true }, signUp: {} },
  };
}
