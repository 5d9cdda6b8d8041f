// Users and what is theirs.
import { freshAddress } from "../mailbox";
import { callbackUrl, channelOf, linkOf, unknownCode } from "./inputs";
import type { Row } from "./row";

export const users: Row[] = [
  {
    key: "GET /users",
    input: () => ({}),
    outcomes: {
      "200": "server admin owner foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
    },
  },
  {
    key: "POST /users",
    input: () => ({ body: {} }),
    outcomes: {
      "201": "server admin owner foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
    },
  },
  {
    key: "GET /users/{user_id}",
    input: ({ user }) => ({ params: { user_id: user.id } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /users/{user_id}",
    input: ({ user }) => ({ params: { user_id: user.id }, body: { display_name: "New" } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /users/{user_id}",
    input: ({ user }) => ({ params: { user_id: user.id } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /internal/onboarding/preview-affected-users",
    input: () => ({ body: { onboarding: { require_email_verification: true } } }),
    withoutEvent: "It only reads.",
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  ...(["GET", "PUT", "DELETE"] as const).map(
    (method): Row => ({
      key: `${method} /users/{user_id}/suspension`,
      input: ({ user }) => ({ params: { user_id: user.id }, ...(method === "PUT" && { body: {} }) }),
      outcomes: {
        "200": "server admin owner",
        "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
        "404 USER_NOT_FOUND": "foreign",
      },
    }),
  ),
  {
    key: "GET /users/me",
    input: () => ({}),
    outcomes: {
      "200": "anonymous self otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut server admin owner foreign",
    },
  },
  {
    key: "PATCH /users/me",
    input: () => ({ body: { display_name: "New" } }),
    outcomes: {
      "200": "anonymous self otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut server admin owner foreign",
    },
  },
  {
    key: "DELETE /users/me",
    input: () => ({}),
    outcomes: {
      "200": "anonymous self otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut server admin owner foreign",
    },
  },
  {
    key: "GET /contact-channels",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
    },
  },
  {
    key: "POST /contact-channels",
    input: ({ user }) => ({ body: { user_id: user.id, type: "email", value: freshAddress(), used_for_auth: false } }),
    outcomes: {
      "201": "self server admin owner",
      "403": "signedOut anonymous otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /contact-channels/{user_id}/{contact_channel_id}",
    input: (scenario) => ({ params: channelOf(scenario) }),
    outcomes: {
      "200": "self server admin owner",
      "403": "signedOut anonymous otherUser member holder",
      "404": "foreign",
    },
  },
  {
    key: "PATCH /contact-channels/{user_id}/{contact_channel_id}",
    input: (scenario) => ({ params: channelOf(scenario), body: { is_primary: true } }),
    outcomes: {
      "200": "self server admin owner",
      "400": "foreign",
      "403": "signedOut anonymous otherUser member holder",
    },
  },
  {
    key: "DELETE /contact-channels/{user_id}/{contact_channel_id}",
    input: (scenario) => ({ params: channelOf(scenario) }),
    outcomes: {
      "200": "self server admin owner",
      "400": "foreign",
      "403": "signedOut anonymous otherUser member holder",
    },
  },
  {
    key: "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code",
    input: (scenario) => ({ params: channelOf(scenario), body: { callback_url: callbackUrl } }),
    outcomes: {
      "200": "self server admin owner",
      "400": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "400 USER_ID_DOES_NOT_EXIST": "foreign",
    },
  },
  {
    key: "POST /contact-channels/send-verification-code",
    input: () => ({ body: { email: freshAddress(), callback_url: callbackUrl } }),
    outcomes: {
      "400 EMAIL_IS_NOT_PRIMARY_EMAIL": "anonymous self otherUser member holder",
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
    },
  },
  {
    key: "POST /contact-channels/verify",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /contact-channels/verify/preview",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /contact-channels/verify/check-code",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "GET /oauth-providers",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /oauth-providers",
    input: ({ user }) => ({
      body: {
        user_id: user.id,
        provider_config_id: "google",
        account_id: "new",
        allow_sign_in: true,
        allow_connected_accounts: true,
      },
    }),
    outcomes: {
      "201": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /oauth-providers/{user_id}/{provider_id}",
    input: async (scenario) => ({ params: await linkOf(scenario) }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /oauth-providers/{user_id}/{provider_id}",
    input: async (scenario) => ({ params: await linkOf(scenario), body: { allow_sign_in: false } }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /oauth-providers/{user_id}/{provider_id}",
    input: async (scenario) => ({ params: await linkOf(scenario) }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /connected-accounts/{user_id}/{provider_id}/access-token",
    input: ({ user }) => ({ params: { user_id: user.id, provider_id: "google" }, body: {} }),
    outcomes: {
      "403": "signedOut anonymous otherUser member holder",
      "400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER": "self server admin owner",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token",
    input: ({ user }) => ({
      params: { user_id: user.id, provider_id: "google", provider_account_id: "none" },
      body: {},
    }),
    outcomes: {
      "403": "signedOut anonymous otherUser member holder",
      "400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER": "self server admin owner",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /connected-accounts/{user_id}",
    input: ({ user }) => ({ params: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "signedOut anonymous otherUser member holder",
    },
  },
  {
    key: "POST /auth/oauth/connected-accounts/{provider_id}/access-token",
    input: () => ({ params: { provider_id: "google" }, body: {} }),
    outcomes: {
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut server admin owner foreign",
      "400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER": "anonymous self otherUser member holder",
    },
  },
  ...(
    [
      "GET /internal/users/{user_id}/sign-in-status",
      "DELETE /internal/users/{user_id}/sign-in-locks",
      "DELETE /internal/users/{user_id}/bounces",
    ] as const
  ).map(
    (key): Row => ({
      key,
      input: ({ user }) => ({ params: { user_id: user.id } }),
      outcomes: {
        "200": "admin owner",
        "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
      },
    }),
  ),
  {
    key: "GET /internal/users/{user_id}/credentials",
    input: ({ user }) => ({ params: { user_id: user.id } }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /emails/notification-preference/{user_id}",
    input: ({ user }) => ({ params: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "403": "anonymous otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /emails/notification-preference/{user_id}/{notification_category_id}",
    input: ({ user }) => ({
      params: { user_id: user.id, notification_category_id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c" },
      body: { enabled: false },
    }),
    outcomes: {
      "200": "self server admin owner",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "403": "anonymous otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
];
