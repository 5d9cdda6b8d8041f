import type { RestrictedReason } from "../../kit";

/** The response of each path, in wire names; paths that are not named have an empty list. */
export function mockResponses(mock: MockedData): Readonly<Record<string, object>> {
  const { mockUser: user, mockProject: project, mockTeams = [], mockApiKeys = [], mockSessions = [] } = mock;
  const selected = user?.selectedTeam ?? user?.team;
  const config = project?.config ?? {};
  const recipient = user?.primaryEmail ?? "you@example.com";
  return {
    "/projects/current": {
      id: projectId,
      display_name: project?.displayName ?? "Project",
      config: {
        sign_up_enabled: config.signUpEnabled ?? true,
        credential_enabled: config.credentialEnabled ?? true,
        magic_link_enabled: config.magicLinkEnabled ?? false,
        passkey_enabled: config.passkeyEnabled ?? false,
        password_min_length: 8,
        totp_mfa_enabled: true,
        client_team_creation_enabled: config.clientTeamCreationEnabled ?? false,
        client_user_deletion_enabled: config.clientUserDeletionEnabled ?? false,
        allow_user_api_keys: config.allowUserApiKeys ?? mockApiKeys.length > 0,
        allow_team_api_keys: config.allowTeamApiKeys ?? false,
        enabled_oauth_providers: config.oauthProviders ?? [],
        appearance: {},
      },
    },
    "/users/me": {
      id: user?.id ?? userId,
      display_name: user?.displayName ?? null,
      primary_email: user?.primaryEmail ?? null,
      primary_email_verified: user?.restrictedReason?.type !== "email_not_verified",
      profile_image_url: user?.profileImageUrl ?? null,
      signed_up_at_millis: 0,
      has_password: true,
      otp_auth_enabled: false,
      passkey_auth_enabled: false,
      oauth_providers: [],
      selected_team: selected ? teamOf(selected) : null,
      is_anonymous: false,
      is_restricted: user?.restrictedReason !== undefined,
      restricted_reason: user?.restrictedReason ?? null,
      restricted_by_admin_reason: user?.restrictedByAdminReason ?? null,
    },
    "/auth/otp/sign-in/preview": { recipient_email: recipient },
    "/contact-channels/verify/preview": {
      recipient_email: recipient,
      user_display_name: user?.displayName ?? null,
      user_signed_up_at_millis: 0,
    },
    "/contact-channels": {
      items: user?.primaryEmail
        ? [
            {
              id: channelId,
              user_id: user.id ?? userId,
              type: "email",
              value: user.primaryEmail,
              used_for_auth: true,
              is_verified: true,
              is_primary: true,
            },
          ]
        : [],
    },
    "/emails/notification-preference/me": {
      items: ["Transactional", "Marketing"].map((name, index) => ({
        notification_category_id: categoryIds[index],
        notification_category_name: name,
        enabled: true,
        can_disable: name !== "Transactional",
      })),
    },
    "/teams": { items: mockTeams.map(teamOf) },
    "/user-api-keys": {
      items: mockApiKeys.map((key) => ({
        id: key.id,
        type: "user",
        user_id: user?.id ?? userId,
        description: key.description,
        created_at_millis: millis(key.createdAt),
        expires_at_millis: key.expiresAt ? millis(key.expiresAt) : undefined,
        manually_revoked_at_millis: key.manuallyRevokedAt ? millis(key.manuallyRevokedAt) : undefined,
        value: { last_four: "0000" },
      })),
    },
    "/auth/sessions": {
      items: mockSessions.map((session) => ({
        id: session.id,
        user_id: user?.id ?? userId,
        created_at: millis(session.createdAt),
        last_used_at: session.lastUsedAt ? millis(session.lastUsedAt) : undefined,
        is_impersonation: session.isImpersonation ?? false,
        is_current_session: session.isCurrentSession,
        family_id: session.id,
        last_used_at_end_user_ip_info: session.geoInfo && {
          ip: session.geoInfo.ip ?? "",
          cityName: session.geoInfo.cityName,
          countryCode: session.geoInfo.countryCode,
        },
      })),
    },
  };
}

export const projectId = "00000000-0000-4000-8000-000000000000";
export const userId = "00000000-0000-4000-8000-000000000001";
const channelId = "00000000-0000-4000-8000-000000000002";
const categoryIds = ["00000000-0000-4000-8000-000000000003", "00000000-0000-4000-8000-000000000004"];

function teamOf({ id, displayName, profileImageUrl = null }: MockedTeam) {
  return { id, display_name: displayName, profile_image_url: profileImageUrl };
}

function millis(time: Date | string): number {
  return new Date(time).getTime();
}

/** Data to render in place of a project's own, for previews: such components send nothing. */
export type MockedData = {
  mockUser?: {
    id?: string;
    displayName?: string | null;
    primaryEmail?: string | null;
    profileImageUrl?: string | null;
    selectedTeam?: MockedTeam | null;
    /** Keeps the user from full use. */
    restrictedReason?: RestrictedReason;
    restrictedByAdminReason?: string;
    /** Is given where a team switcher is shown alone. */
    team?: MockedTeam | null;
  };
  mockProject?: {
    displayName?: string;
    config?: {
      signUpEnabled?: boolean;
      credentialEnabled?: boolean;
      magicLinkEnabled?: boolean;
      passkeyEnabled?: boolean;
      clientTeamCreationEnabled?: boolean;
      clientUserDeletionEnabled?: boolean;
      allowUserApiKeys?: boolean;
      allowTeamApiKeys?: boolean;
      oauthProviders?: readonly { readonly id: string }[];
    };
  };
  mockTeams?: readonly MockedTeam[];
  mockApiKeys?: readonly {
    id: string;
    description: string;
    createdAt: Date | string;
    expiresAt?: Date | string | null;
    manuallyRevokedAt?: Date | string | null;
  }[];
  mockSessions?: readonly {
    id: string;
    isCurrentSession: boolean;
    isImpersonation?: boolean;
    createdAt: Date | string;
    lastUsedAt?: Date | string | null;
    geoInfo?: { ip?: string; cityName?: string; countryCode?: string };
  }[];
};

type MockedTeam = { id: string; displayName: string; profileImageUrl?: string | null };
