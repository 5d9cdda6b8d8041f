import { absent } from "../../../protocol/openapi-schemas";
import type { Group, Samples } from "./entry";
import { ids } from "./samples";

export const sessions: Group = {
  section: "Sessions",
  name: "Sessions and tokens",
  description:
    "A session is what signing in makes. Its refresh token stays the same and makes access tokens, which are valid for minutes. Sessions live for a year unless the project sets another time.",
  samples: {
    "items.id": ids.session,
    is_current_session: true,
    family_id: ids.session,
    last_used_at_end_user_ip_info: {
      ip: "203.0.113.7",
      countryCode: "GB",
      regionCode: "ENG",
      cityName: "London",
      latitude: 51.50853,
      longitude: -0.12574,
      tzIdentifier: "Europe/London",
    },
    last_used_at_end_user_agent_info: { browser: "Firefox 141", system: "macOS", device: "desktop" },
  },
  endpoints: {
    "POST /auth/sessions/current/refresh": {
      description:
        "Works as long as the session lives. The response has no new refresh token: keep the one that there is.",
    },
    "GET /auth/sessions": {
      description: "A client names its own user and does not see impersonations. Expired sessions are left out.",
    },
    "DELETE /auth/sessions/{session_id}": {
      description:
        "A client ends sessions of its own user. Access tokens that were made from it stay valid until they expire, in minutes.",
    },
    "DELETE /auth/sessions/current": {
      description: "Signing out. The access token stays valid until it expires, in minutes: forget it.",
    },
    "POST /auth/sessions": {
      description:
        "For servers that have made sure of the user by other means. The user has shown nothing in such a session, so where the project wants re-authentication it is asked for at once.",
    },
  },
};

export const reauthentication: Group = {
  section: "Sessions",
  name: "Re-authentication",
  description:
    "A project may want its users to show again who they are before they change how they sign in. Such requests then fail with `REAUTHENTICATION_REQUIRED`, whose details name the methods; after one of them they succeed for some minutes.",
  samples: { totp: absent },
  endpoints: {
    "POST /auth/sessions/current/reauthenticate": {
      description: "Send one of the three forms. Users with a second factor add a value of their authenticator app.",
    },
    "POST /auth/sessions/current/send-reauthentication-code": {},
  },
};

const userSamples: Samples = {
  "response.id": ids.user,
  "query.team_id": absent,
  "query.limit": 100,
  "query.cursor": absent,
  "query.query": "ada",
  "query.sign_in_method": absent,
  "query.oauth_provider": absent,
  "query.primary_email_verified": absent,
  "query.requires_totp_mfa": absent,
  "query.suspended": absent,
  reason: "Sends spam to other users",
  "query.is_anonymous": absent,
  "query.only_anonymous": absent,
  "query.include_restricted": absent,
  "query.restricted": absent,
  "query.signed_up_since_millis": absent,
  "query.signed_up_until_millis": absent,
  "query.omit_metadata": absent,
  "query.include_anonymous": "false",
  "query.desc": "false",
};

const ownChanges = { display_name: "Ada Lovelace", client_metadata: { theme: "dark" }, selected_team_id: ids.team };

export const users: Group = {
  section: "Users",
  name: "Users",
  description:
    "The people who sign in to a project. Servers see and change all of them; a client sees and changes its own user, which is `me`.",
  lists: ["GET /users", "POST /internal/onboarding/preview-affected-users"],
  samples: userSamples,
  endpoints: {
    "GET /users/me": { description: "The user of the access token. Servers see fields that clients do not." },
    "PATCH /users/me": {
      description:
        "Fields that are absent stay as they are. Changing how the user signs in may need them to show again who they are.",
      samples: { body: ownChanges },
    },
    "DELETE /users/me": {
      description: "Deletes their sessions, addresses, keys and memberships too, and cannot be undone. Teams stay.",
    },
    "GET /users": { description: "Anonymous users are left out unless `include_anonymous` is `true`." },
    "POST /users": {
      description: "No email is sent, and the project's switch for signing up does not matter.",
      samples: {
        body: {
          display_name: "Ada Lovelace",
          primary_email: "ada@example.com",
          primary_email_verified: true,
          primary_email_auth_enabled: true,
          password: "correct horse battery staple",
          server_metadata: { crm_id: "A-1815" },
        },
      },
    },
    "GET /users/{user_id}": { description: "Also finds anonymous users." },
    "PATCH /users/{user_id}": {
      description: "Fields that are absent stay as they are. A new password ends the user's sessions.",
      samples: { body: { display_name: "Ada King", server_metadata: { crm_id: "A-1815" } } },
    },
    "DELETE /users/{user_id}": {
      description: "Deletes their sessions, addresses, keys and memberships too, and cannot be undone.",
    },
    "POST /internal/onboarding/preview-affected-users": {
      description:
        "For who is about to change the settings: nothing is changed. Anonymous users, and those who are kept back already, are not among them.",
      samples: {
        "query.limit": 10,
        total_affected_count: 1,
        "affected_users.id": ids.user,
        "affected_users.restricted_reason.type": "email_not_verified",
      },
    },
    "GET /users/{user_id}/suspension": { description: "Both fields are `null` for a user who may sign in." },
    "PUT /users/{user_id}/suspension": {
      description:
        "Ends the user's sessions at once, with their access tokens and all links and codes that were sent before, and refuses their API keys while it lasts. Every way to sign in then fails with `USER_SUSPENDED` once the user has shown who they are. Teams, items, addresses and keys stay. A second request keeps the time and replaces the reason.",
    },
    "DELETE /users/{user_id}/suspension": {
      description: "The user can sign in again, and their API keys work again. Their sessions stay ended.",
    },
  },
};

export const contactChannels: Group = {
  section: "Users",
  name: "Contact channels",
  description:
    "The email addresses of a user. At most one is primary, and those that are used for signing in belong to one user of the project only.",
  lists: ["GET /contact-channels"],
  samples: {
    "items.id": ids.channel,
    "body.is_primary": false,
    "query.contact_channel_id": absent,
  },
  endpoints: {
    "GET /contact-channels": { description: "A client names its own user." },
    "POST /contact-channels": {
      description: "Sends no email: request the verification afterwards.",
      samples: { "body.is_verified": false },
    },
    "GET /contact-channels/{user_id}/{contact_channel_id}": { description: "Clients read those of their own user." },
    "PATCH /contact-channels/{user_id}/{contact_channel_id}": {
      samples: { body: { is_primary: true } },
      description: "Clients change those of their own user. Fields that are absent stay as they are.",
    },
    "DELETE /contact-channels/{user_id}/{contact_channel_id}": {
      description: "Clients delete those of their own user. An address that signed the user in does so no more.",
    },
    "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code": {
      description: "The link can be followed for seven days, unless the project sets another time.",
    },
    "POST /contact-channels/verify": {
      description:
        "Anybody who has the code may send it: it shows that the email was read. With the access token of its user it shows that the account is theirs too.",
    },
    "POST /contact-channels/verify/preview": { samples: { user_display_name: "Ada Lovelace" } },
    "POST /contact-channels/verify/check-code": {
      description: "A page calls it before it shows the button that verifies.",
    },
  },
};

export const linkedAccounts: Group = {
  section: "Users",
  name: "Linked accounts",
  description:
    "The accounts at OAuth providers that belong to a user: what each is used for, and access tokens for the provider's API.",
  lists: ["GET /oauth-providers"],
  samples: {
    "items.id": ids.link,
    "path.provider_id": ids.link,
  },
  endpoints: {
    "GET /oauth-providers": {
      description: "A client names its own user. Accounts at providers that the project has removed are left out.",
    },
    "POST /oauth-providers": {
      description: "For moving users from another system. Users link accounts by signing in at the provider instead.",
    },
    "GET /oauth-providers/{user_id}/{provider_id}": { description: "Clients read those of their own user." },
    "PATCH /oauth-providers/{user_id}/{provider_id}": {
      description: "Clients change those of their own user. Only servers may change the account itself.",
      samples: { body: { allow_sign_in: true, allow_connected_accounts: true } },
    },
    "DELETE /oauth-providers/{user_id}/{provider_id}": { description: "Clients unlink those of their own user." },
    "POST /connected-accounts/{user_id}/{provider_id}/access-token": {
      samples: {
        "path.provider_id": "google",
        access_token: "ya29.a0AfH6SMBx3kq9",
        scope: "https://www.googleapis.com/auth/calendar.readonly",
      },
    },
    "POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token": {
      description: "Official clients list the accounts of a user first, as several may be at one provider.",
      samples: {
        "path.provider_id": "google",
        "path.provider_account_id": "109876543210",
        access_token: "ya29.a0AfH6SMBx3kq9",
        scope: "https://www.googleapis.com/auth/calendar.readonly",
      },
    },
    "GET /connected-accounts/{user_id}": {
      description: "Oldest first. Links that are for signing in alone are left out.",
      samples: { provider: "google", provider_account_id: "109876543210" },
    },
    "GET /internal/users/{user_id}/sign-in-status": {
      description:
        "For the dashboard's answer to why a person cannot sign in. The attempts themselves are `sign_in.failed` events of the audit log.",
      samples: { server_reply: "550 5.1.1 No such user", failures_in_a_row: 3, is_locked: false },
    },
    "DELETE /internal/users/{user_id}/sign-in-locks": {
      description: "The networks from which the user has signed in stay known.",
    },
    "DELETE /internal/users/{user_id}/bounces": {
      description: "The next bulk email goes to them, and marks them again where it is refused.",
    },
    "GET /internal/users/{user_id}/credentials": {
      description:
        "For the dashboard of a project's owners. Tokens themselves are never in it, and tokens of accounts that the project may not use are left out.",
      samples: {
        remaining_recovery_codes: 8,
        oauth_provider_id: ids.link,
        scopes: ["openid", "email", "https://www.googleapis.com/auth/calendar.readonly"],
        is_usable: true,
      },
    },
  },
};

export const notifications: Group = {
  section: "Users",
  name: "Notification preferences",
  description:
    "Which categories of a project's emails a user wants. Emails that a user has asked for cannot be refused.",
  endpoints: {
    "GET /emails/notification-preference/{user_id}": { description: "A client names its own user." },
    "PATCH /emails/notification-preference/{user_id}/{notification_category_id}": {
      description: "Clients change those of their own user.",
      samples: { enabled: false },
    },
  },
};
