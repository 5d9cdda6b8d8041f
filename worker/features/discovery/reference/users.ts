import { absent } from "../../../protocol/openapi-schemas";
import type { Group, Samples } from "./entry";
import { ids } from "./samples";

export const sessions: Group = {
  section: "Sessions",
  name: "Sessions and tokens",
  description:
    "A session is what signing in makes. Its refresh token stays the same and makes access tokens, which are valid for minutes. Sessions live for a year unless the project sets another time.",
  fields: {
    "items.id": "The id of the session, a UUID.",
    "items.user_id": "The id of the user who is signed in by it.",
    created_at: "When the user signed in, in milliseconds since the Unix epoch.",
    last_used_at: "When an access token was last made from it, in milliseconds since the Unix epoch.",
    "items.is_impersonation": "Whether a server has made it to act as the user. Clients do not see these.",
    ip: "The IP address.",
    countryCode: "The country as an ISO 3166-1 code of two letters, or `null` if it is not known.",
    regionCode: "The region as the second part of an ISO 3166-2 code, or `null`.",
    cityName: "The name of the city, or `null`.",
    latitude: "The latitude of the city in degrees, or `null`.",
    longitude: "The longitude of the city in degrees, or `null`.",
    tzIdentifier: "The time zone by its name in the IANA database, or `null`.",
    is_current_session: "Whether the request's access token was made from it.",
    family_id:
      "The same for a session on the hosted pages and those that websites got from it. They end together, and the family is one sign-in to its user.",
    system: "The operating system, or `null` if it does not say.",
    browser: "The browser's name and version, or `null` if it does not say.",
    device: "The kind of device, or `null` if it is not known.",
    session_id: "The id of the session, a UUID.",
    "header.x-stack-refresh-token": "The refresh token of the session.",
  },
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
      fields: { "query.user_id": "Whose sessions: a user id, or `me` for the signed-in user." },
    },
    "DELETE /auth/sessions/{session_id}": {
      description:
        "A client ends sessions of its own user. Access tokens that were made from it stay valid until they expire, in minutes.",
      fields: { "query.user_id": "Whose session it is. Not needed; older clients send it." },
    },
    "DELETE /auth/sessions/current": {
      description: "Signing out. The access token stays valid until it expires, in minutes: forget it.",
    },
    "POST /auth/sessions": {
      description:
        "For servers that have made sure of the user by other means. The user has shown nothing in such a session, so where the project wants re-authentication it is asked for at once.",
      fields: {
        "body.user_id": "The user to sign in, or `me` for the user of the access token.",
        "body.expires_in_millis": "How long the session lives, in milliseconds: a year when absent, 367 days at most.",
      },
    },
  },
};

export const reauthentication: Group = {
  section: "Sessions",
  name: "Re-authentication",
  description:
    "A project may want its users to show again who they are before they change how they sign in. Such requests then fail with `REAUTHENTICATION_REQUIRED`, whose details name the methods; after one of them they succeed for some minutes.",
  fields: {
    password: "The user's password.",
    totp: "The value that the authenticator app shows now, for users who have one. A passkey that verified its user needs none.",
    "body.code":
      "The `code` of the passkey's options, or the six typed characters of the mail followed by the `nonce`.",
  },
  samples: { totp: absent },
  endpoints: {
    "POST /auth/sessions/current/reauthenticate": {
      description: "Send one of the three forms. Users with a second factor add a value of their authenticator app.",
    },
    "POST /auth/sessions/current/send-reauthentication-code": {},
  },
};

const userFields = {
  "response.id": "The id of the user, a UUID.",
  "items.id": "The id of the user, a UUID.",
  display_name: "The user's name, or `null` if they have given none.",
  "path.user_id": "The id of the user, a UUID.",
  "query.team_id": "Lists only members of this team.",
  "query.limit": "How many users a page has at most. 1,000 when absent, and whatever is greater counts as 1,000.",
  "query.cursor":
    "The `next_cursor` of the page before, or the id of the user to begin with. Absent for the first page.",
  order_by:
    "By the time of sign-up, also when absent, by the latest activity or by the display name in either case. By activity, users who have not been active since they were created are left out; by name, those without one come last, either way. By both, a search or a team is refused.",
  "query.sign_in_method":
    "Lists only users who can sign in so: with a password, by codes and links in e-mails, with a passkey, or at a provider.",
  "query.oauth_provider": "Lists only users with an account at this provider, by its id in the project's settings.",
  "query.primary_email_verified":
    "Lists only users whose primary address is verified, or with `false` those whose is not, and those without one.",
  "query.requires_totp_mfa": "Lists only users with a second factor, or with `false` those without.",
  "query.restricted": "Lists only restricted users, or with `false` none of them.",
  "query.is_anonymous": "Lists anonymous users only, or with `false` none of them. Wins over `include_anonymous`.",
  "query.signed_up_since_millis":
    "Lists only users who signed up at this time or later. However many users there are, a page begins here without reading those before.",
  "query.signed_up_until_millis": "Lists only users who signed up at this time or earlier.",
  "query.omit_metadata":
    "Leaves out the metadata of the users and of their selected teams, which are then `null`. `false` when absent.",
  "query.query":
    "Lists only users that match: a part of the name or of an address that is primary or signs them in, of which the oldest five count (of one or two characters, the beginning of one), or a user id.",
  "body.primary_email":
    "The primary e-mail address. It is stored in lower case. `null` removes it. Another address is unverified unless the request says otherwise.",
  "body.password": "A password for the user, with 8 to 70 characters; `null` removes it. It needs a primary address.",
  "body.is_anonymous": "Whether the user has not signed up yet.",
  reason: "Why the user is restricted, 500 characters at most: for those who manage the project. `null` for no reason.",
};

const userSamples: Samples = {
  "response.id": ids.user,
  "items.id": ids.user,
  "query.team_id": absent,
  "query.limit": 100,
  "query.cursor": absent,
  "query.query": "ada",
  "query.sign_in_method": absent,
  "query.oauth_provider": absent,
  "query.primary_email_verified": absent,
  "query.requires_totp_mfa": absent,
  "query.restricted": absent,
  reason: "Sends spam to other users",
  "query.is_anonymous": absent,
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
  lists: ["GET /users"],
  fields: userFields,
  samples: userSamples,
  endpoints: {
    "GET /users/me": { description: "The user of the access token. Servers see fields that clients do not." },
    "PATCH /users/me": {
      description:
        "Fields that are absent stay as they are. Changing how the user signs in may need them to show again who they are.",
      fields: { "body.is_anonymous": "`false` makes an anonymous user a regular one." },
      samples: { body: ownChanges },
    },
    "DELETE /users/me": {
      description: "Deletes their sessions, addresses, keys and memberships too, and cannot be undone. Teams stay.",
    },
    "GET /users": { description: "Anonymous users are left out unless `include_anonymous` is `true`." },
    "POST /users": {
      description: "No mail is sent, and the project's switch for signing up does not matter.",
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
      fields: { "body.is_anonymous": "`false` makes an anonymous user a regular one." },
      samples: { body: { display_name: "Ada King", server_metadata: { crm_id: "A-1815" } } },
    },
    "DELETE /users/{user_id}": {
      description: "Deletes their sessions, addresses, keys and memberships too, and cannot be undone.",
    },
    "GET /users/{user_id}/restriction": { description: "Both fields are `null` for a user who may sign in." },
    "PUT /users/{user_id}/restriction": {
      description:
        "Ends the user's sessions at once, with their access tokens and all links and codes that were sent before, and refuses their API keys while it lasts. Every way to sign in then fails with `USER_RESTRICTED` once the user has shown who they are. Teams, items, addresses and keys stay. A second request keeps the time and replaces the reason.",
    },
    "DELETE /users/{user_id}/restriction": {
      description: "The user can sign in again, and their API keys work again. Their sessions stay ended.",
    },
  },
};

export const contactChannels: Group = {
  section: "Users",
  name: "Contact channels",
  description:
    "The e-mail addresses of a user. At most one is primary, and those that are used for signing in belong to one user of the project only.",
  lists: ["GET /contact-channels"],
  fields: {
    "response.id": "The id of the contact channel, a UUID.",
    "items.id": "The id of the contact channel, a UUID.",
    "items.user_id": "The id of the user whose address it is.",
    "response.user_id": "The id of the user whose address it is.",
    "path.user_id": "Whose address: a user id, or `me` for the signed-in user.",
    "query.user_id": "Lists only the addresses of this user; a client names its own, or `me`.",
    "body.user_id": "Whose address it becomes: a user id, or `me` for the signed-in user.",
    "path.contact_channel_id": "The id of the contact channel, a UUID.",
    "query.contact_channel_id": "Lists only this contact channel.",
    type: "Always `email`.",
    value: "The address, in lower case.",
    used_for_auth:
      "Whether the address signs the user in. One address signs in one user of the project; neither verified nor primary, it gives way to another user's.",
    is_verified: "Whether the user has shown that they read the address.",
    "body.is_verified":
      "Whether the address counts as verified. Only servers may say so; a new address is not, otherwise.",
    is_primary: "Whether mails for the user are sent there.",
    "body.is_primary": "`true` makes it the primary address, in place of another.",
    "body.code": "The code of the mailed link, 45 characters in any case of letters.",
  },
  samples: {
    "response.id": ids.channel,
    "items.id": ids.channel,
    "body.is_primary": false,
    "query.contact_channel_id": absent,
  },
  endpoints: {
    "GET /contact-channels": { description: "A client names its own user." },
    "POST /contact-channels": {
      description: "Sends no mail: request the verification afterwards.",
      samples: { "body.is_verified": false, "response.is_verified": false, "response.is_primary": false },
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
        "Anybody who has the code may send it: it shows that the mail was read. With the access token of its user it shows that the account is theirs too.",
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
  fields: {
    "response.id": "The id of the link, a UUID.",
    "items.id": "The id of the link, a UUID.",
    "path.provider_id": "The id of the link, a UUID.",
    "path.user_id": "Whose account: a user id, or `me` for the signed-in user.",
    "query.user_id": "Lists only the accounts of this user; a client names its own, or `me`.",
    "body.user_id": "Whose account it becomes: a user id, or `me` for the signed-in user.",
    "response.user_id": "The id of the user whose account it is.",
    "items.user_id": "The id of the user whose account it is.",
    type: "The kind of provider.",
    email: "The address of the account at the provider. Absent if it shared none.",
    "body.email": "The address of the account at the provider, for people to recognise it.",
  },
  samples: {
    "response.id": ids.link,
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
      fields: {
        "path.provider_id": "The provider's id in the project's configuration, such as `google`.",
        access_token: "An access token of the provider, for its API.",
      },
      samples: {
        "path.provider_id": "google",
        access_token: "ya29.a0AfH6SMBx3kq9",
        scope: "https://www.googleapis.com/auth/calendar.readonly",
      },
    },
    "GET /internal/users/{user_id}/sign-in-status": {
      description:
        "For the dashboard's answer to why a person cannot sign in. The attempts themselves are `sign_in.failed` events of the audit log.",
      fields: {
        "path.user_id": "The id of the user, a UUID.",
        guesses: "What is guessed at, of the address that was guessed at most.",
        "guesses.method": "What was guessed.",
        refused_mails:
          "The addresses by which the user signs in to which clients have requested all the mails that they may for a while.",
        "refused_mails.email": "The address.",
        bounces: "The addresses to which mails to many are not sent for a while.",
        "bounces.email": "The address.",
        bounced_at_millis: "When it refused the mail, in milliseconds since the Unix epoch.",
      },
      samples: { server_reply: "550 5.1.1 No such user", failures_in_a_row: 3, is_locked: false },
    },
    "DELETE /internal/users/{user_id}/sign-in-locks": {
      description: "The networks from which the user has signed in stay known.",
      fields: { "path.user_id": "The id of the user, a UUID." },
    },
    "DELETE /internal/users/{user_id}/bounces": {
      description: "The next mail to many goes to them, and marks them again where it is refused.",
      fields: { "path.user_id": "The id of the user, a UUID." },
    },
    "GET /internal/users/{user_id}/credentials": {
      description:
        "For the dashboard of a project's owners. Tokens themselves are never in it, and tokens of accounts that the project may not use are left out.",
      fields: {
        "path.user_id": "The id of the user, a UUID.",
        remaining_recovery_codes:
          "How many recovery codes the user has not used. Users without a second factor have none.",
        provider_tokens: "What the user has consented to at providers, by account and the oldest consent first.",
        oauth_provider_id: "The id of the link, a UUID, as in `GET /oauth-providers`.",
        scopes: "The scopes that the user was asked for.",
        created_at_millis: "When the user consented, in milliseconds since the Unix epoch.",
        is_usable: "Whether the access token has not expired, or can be renewed without the user.",
      },
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
  description: "Which categories of a project's mails a user wants. Mails that a user has asked for cannot be refused.",
  fields: {
    notification_category_id: "The id of the category, the same in every project.",
    notification_category_name: "The category's name, for people.",
    can_disable: "Whether the user may refuse its mails.",
    "body.enabled": "Whether the user wants its mails.",
    "path.user_id": "Whose preferences: a user id, or `me` for the signed-in user.",
  },
  endpoints: {
    "GET /emails/notification-preference/{user_id}": { description: "A client names its own user." },
    "PATCH /emails/notification-preference/{user_id}/{notification_category_id}": {
      description: "Clients change those of their own user.",
      samples: { enabled: false },
    },
  },
};
