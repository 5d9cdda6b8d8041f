import type { BodyOf, ResponseOf } from "./endpoints";

// Names for the responses that several modules read, as their endpoints declare them.

/** Describes what every way to sign in returns. */
export type SignIn = ResponseOf<"POST /auth/password/sign-in">;
/** Describes what an authorization code is exchanged for; only a refreshed token comes without the optional fields. */
export type CodeExchange = Required<ResponseOf<"POST /auth/oauth/token">>;

export type User = ResponseOf<"GET /users/me", "client">;
export type ServerUser = ResponseOf<"GET /users/{user_id}", "server">;
export type ContactChannel = ResponseOf<"GET /contact-channels/{user_id}/{contact_channel_id}">;
export type OAuthProvider = ResponseOf<"GET /oauth-providers/{user_id}/{provider_id}", "client">;
export type ServerOAuthProvider = ResponseOf<"GET /oauth-providers/{user_id}/{provider_id}", "server">;
export type NotificationPreference = ResponseOf<"GET /emails/notification-preference/{user_id}">["items"][number];
export type Passkey = ResponseOf<"GET /auth/passkeys">["items"][number];
export type ActiveSession = ResponseOf<"GET /auth/sessions">["items"][number];

export type Team = ResponseOf<"GET /teams/{team_id}", "client">;
export type ServerTeam = ResponseOf<"GET /teams/{team_id}", "server">;
export type TeamMemberProfile = ResponseOf<"GET /team-member-profiles/{team_id}/{user_id}", "client">;
export type ServerTeamMemberProfile = ResponseOf<"GET /team-member-profiles/{team_id}/{user_id}", "server">;
export type TeamMember = ResponseOf<"GET /team-members">["items"][number];

export type ConnectedAccount = ResponseOf<"GET /connected-accounts/{user_id}">["items"][number];
export type TeamInvitation = ResponseOf<"GET /team-invitations">["items"][number];

export type UserApiKey = ResponseOf<"GET /user-api-keys/{api_key_id}">;
export type TeamApiKey = ResponseOf<"GET /team-api-keys/{api_key_id}">;

export type Project = ResponseOf<"GET /projects/current">;
export type AdminProject = ResponseOf<"GET /internal/projects/current", "admin">;
export type ProjectUpdate = BodyOf<"PATCH /internal/projects/current", "admin">;
export type InternalApiKey = ResponseOf<"GET /internal/api-keys/{api_key_id}", "admin">;
export type CreatedInternalApiKey = ResponseOf<"POST /internal/api-keys", "admin">;
export type PermissionDefinition = ResponseOf<"GET /team-permission-definitions", "admin">["items"][number];

export type EmailSend = ResponseOf<"GET /internal/emails/sends/{send_id}", "admin">;
export type AuditEvent = ResponseOf<"GET /internal/audit-events", "admin">["items"][number];
