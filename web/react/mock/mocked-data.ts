/** Data to render in place of a project's own, for previews: such components send nothing. */
export type MockedData = {
  mockUser?: {
    id?: string;
    displayName?: string | null;
    primaryEmail?: string | null;
    profileImageUrl?: string | null;
    selectedTeam?: MockedTeam | null;
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

export type MockedTeam = { id: string; displayName: string; profileImageUrl?: string | null };
