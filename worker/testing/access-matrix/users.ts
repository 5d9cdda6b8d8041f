// Users and what is theirs.
import { freshAddress } from "../outbox";
import { callbackUrl, channelOf, linkOf, unknownCode } from "./inputs";
import type { Row } from "./row";

export const users: Row[] = [
  {
    key: "GET /users",
    input: () => ({}),
    outcomes: {
      "200": "server admin owner foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": "nobody anonymous self stranger member holder",
    },
  },
  {
    key: "POST /users",
    input: () => ({ body: {} }),
    outcomes: {
      "201": "server admin owner foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": "nobody anonymous self stranger member holder",
    },
  },
  {
    key: "GET /users/{user_id}",
    input: ({ user }) => ({ params: { user_id: user.id } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "nobody anonymous self stranger member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /users/{user_id}",
    input: ({ user }) => ({ params: { user_id: user.id }, body: { display_name: "New" } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "nobody anonymous self stranger member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /users/{user_id}",
    input: ({ user }) => ({ params: { user_id: user.id } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "nobody anonymous self stranger member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /users/me",
    input: () => ({}),
    outcomes: {
      "200": "anonymous self stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody server admin owner foreign",
    },
  },
  {
    key: "PATCH /users/me",
    input: () => ({ body: { display_name: "New" } }),
    outcomes: {
      "200": "anonymous self stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody server admin owner foreign",
    },
  },
  {
    key: "DELETE /users/me",
    input: () => ({}),
    outcomes: {
      "200": "anonymous self stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody server admin owner foreign",
    },
  },
  {
    key: "GET /contact-channels",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "anonymous stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody",
    },
  },
  {
    key: "POST /contact-channels",
    input: ({ user }) => ({ body: { user_id: user.id, type: "email", value: freshAddress(), used_for_auth: false } }),
    outcomes: {
      "201": "self server admin owner",
      "403": "nobody anonymous stranger member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /contact-channels/{user_id}/{contact_channel_id}",
    input: (world) => ({ params: channelOf(world) }),
    outcomes: {
      "200": "self server admin owner",
      "403": "nobody anonymous stranger member holder",
      "404": "foreign",
    },
  },
  {
    key: "PATCH /contact-channels/{user_id}/{contact_channel_id}",
    input: (world) => ({ params: channelOf(world), body: { is_primary: true } }),
    outcomes: {
      "200": "self server admin owner",
      "400": "foreign",
      "403": "nobody anonymous stranger member holder",
    },
  },
  {
    key: "DELETE /contact-channels/{user_id}/{contact_channel_id}",
    input: (world) => ({ params: channelOf(world) }),
    outcomes: {
      "200": "self server admin owner",
      "400": "foreign",
      "403": "nobody anonymous stranger member holder",
    },
  },
  {
    key: "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code",
    input: (world) => ({ params: channelOf(world), body: { callback_url: callbackUrl } }),
    outcomes: {
      "200": "self server admin owner",
      "400": "anonymous stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody",
      "400 USER_ID_DOES_NOT_EXIST": "foreign",
    },
  },
  {
    key: "POST /contact-channels/send-verification-code",
    input: () => ({ body: { email: freshAddress(), callback_url: callbackUrl } }),
    outcomes: {
      "400 EMAIL_IS_NOT_PRIMARY_EMAIL": "anonymous self stranger member holder",
      "400 SCHEMA_ERROR": "nobody server admin owner foreign",
    },
  },
  {
    key: "POST /contact-channels/verify",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "nobody anonymous self stranger member holder server admin owner foreign",
    },
  },
  {
    key: "POST /contact-channels/verify/check-code",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "nobody anonymous self stranger member holder server admin owner foreign",
    },
  },
  {
    key: "GET /oauth-providers",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody",
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
      "401 INSUFFICIENT_ACCESS_TYPE": "nobody anonymous self stranger member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /oauth-providers/{user_id}/{provider_id}",
    input: async (world) => ({ params: await linkOf(world) }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /oauth-providers/{user_id}/{provider_id}",
    input: async (world) => ({ params: await linkOf(world), body: { allow_sign_in: false } }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /oauth-providers/{user_id}/{provider_id}",
    input: async (world) => ({ params: await linkOf(world) }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /connected-accounts/{user_id}/{provider_id}/access-token",
    input: ({ user }) => ({ params: { user_id: user.id, provider_id: "google" }, body: {} }),
    outcomes: {
      "403": "nobody anonymous stranger member holder",
      "400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER": "self server admin owner",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /auth/oauth/connected-accounts/{provider_id}/access-token",
    input: () => ({ params: { provider_id: "google" }, body: {} }),
    outcomes: {
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody server admin owner foreign",
      "400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER": "anonymous self stranger member holder",
    },
  },
];
