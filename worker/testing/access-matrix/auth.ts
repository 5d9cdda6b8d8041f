// Ways to sign in, and sessions.
import { freshAddress } from "../mailbox";
import { assertion, callbackUrl, passkeyOf, password, registration, unknownCode } from "./inputs";
import type { Row } from "./row";

export const auth: Row[] = [
  {
    key: "POST /auth/password/sign-up",
    input: () => ({ body: { email: freshAddress(), password, verification_callback_url: callbackUrl } }),
    outcomes: {
      "200": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/password/sign-in",
    input: () => ({ body: { email: freshAddress(), password } }),
    outcomes: {
      "400 EMAIL_PASSWORD_MISMATCH": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/password/send-reset-code",
    input: () => ({ body: { email: freshAddress(), callback_url: callbackUrl } }),
    outcomes: {
      "200": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/password/reset",
    input: () => ({ body: { code: unknownCode, password } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/password/reset/check-code",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/password/update",
    input: () => ({ body: { old_password: password, new_password: "another password" } }),
    outcomes: {
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
      "400 USER_DOES_NOT_HAVE_PASSWORD": "anonymous self otherUser member holder",
    },
  },
  {
    key: "POST /auth/password/set",
    input: () => ({ body: { password } }),
    outcomes: {
      "200": "anonymous self otherUser member holder",
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
    },
  },
  {
    key: "POST /auth/otp/send-sign-in-code",
    input: () => ({ body: { email: freshAddress(), callback_url: callbackUrl } }),
    outcomes: {
      "200": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/otp/sign-in",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/otp/sign-in/preview",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/otp/sign-in/check-code",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/passkey/initiate-passkey-registration",
    input: () => ({ body: {} }),
    outcomes: {
      "200": "anonymous self otherUser member holder",
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
    },
  },
  {
    key: "POST /auth/passkey/register",
    input: () => ({ body: { credential: registration, code: unknownCode } }),
    outcomes: {
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
      "404 VERIFICATION_CODE_NOT_FOUND": "anonymous self otherUser member holder",
    },
  },
  {
    key: "POST /auth/passkey/initiate-passkey-authentication",
    input: () => ({ body: {} }),
    outcomes: {
      "200": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/passkey/sign-in",
    input: () => ({ body: { authentication_response: assertion, code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "GET /auth/passkeys",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
    },
  },
  {
    key: "PATCH /auth/passkeys/{passkey_id}",
    input: async (scenario) => ({ params: await passkeyOf(scenario), body: { name: "Phone" } }),
    outcomes: {
      "200": "self server admin owner",
      "404": "signedOut anonymous otherUser member holder foreign",
    },
  },
  {
    key: "DELETE /auth/passkeys/{passkey_id}",
    input: async (scenario) => ({ params: await passkeyOf(scenario), body: {} }),
    outcomes: {
      "200": "self server admin owner",
      "404": "signedOut anonymous otherUser member holder foreign",
    },
  },
  {
    key: "POST /auth/anonymous/sign-up",
    input: () => ({}),
    outcomes: {
      "200": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/mfa/sign-in",
    input: () => ({ body: { type: "totp", totp: "123456", code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/mfa/recovery/sign-in",
    input: () => ({ body: { code: unknownCode, recovery_code: "0000-0000-0000-0000" } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/mfa/recovery-codes",
    input: () => ({}),
    outcomes: {
      "400": "anonymous self otherUser member holder",
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
    },
  },
  {
    key: "GET /auth/mfa/recovery-codes",
    input: () => ({}),
    outcomes: {
      "200": "anonymous self otherUser member holder",
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
    },
  },
  {
    key: "POST /auth/cli",
    input: () => ({ body: {} }),
    outcomes: {
      "200": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/cli/poll",
    input: () => ({ body: { polling_code: unknownCode } }),
    outcomes: {
      "400 INVALID_POLLING_CODE": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/cli/complete",
    input: ({ user }) => ({ body: { login_code: unknownCode, refresh_token: user.refreshToken } }),
    outcomes: {
      "400": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/cli/check",
    input: () => ({ body: { login_code: unknownCode } }),
    outcomes: {
      "400": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /auth/sessions",
    input: ({ user }) => ({ body: { user_id: user.id } }),
    outcomes: {
      "200": "server admin owner",
      "400 USER_ID_DOES_NOT_EXIST": "foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
    },
  },
  {
    key: "GET /auth/sessions",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
    },
  },
  {
    key: "DELETE /auth/sessions/{session_id}",
    input: ({ user }) => ({ params: { session_id: user.otherSessionId } }),
    outcomes: {
      "200": "self server admin owner",
      "404": "signedOut anonymous otherUser member holder foreign",
    },
  },
  {
    key: "DELETE /auth/sessions/current",
    input: () => ({ body: {} }),
    outcomes: {
      "200": "anonymous self otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut server admin owner foreign",
    },
  },
  {
    key: "POST /auth/sessions/current/reauthenticate",
    input: () => ({ body: { password } }),
    outcomes: {
      "400 ALL_OVERLOADS_FAILED": "signedOut server admin owner foreign",
      "400 USER_DOES_NOT_HAVE_PASSWORD": "anonymous self otherUser member holder",
    },
  },
  {
    key: "POST /auth/sessions/current/send-reauthentication-code",
    input: () => ({ body: {} }),
    outcomes: {
      "400": "anonymous self otherUser member holder",
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
    },
  },
  {
    key: "GET /auth/callback-urls/check",
    input: () => ({ query: { url: "http://localhost:3000/" } }),
    outcomes: { "200": "signedOut anonymous self otherUser member holder server admin owner foreign" },
  },
  {
    key: "POST /auth/oauth/cross-domain/authorize",
    input: ({ user }) => ({
      headers: { "x-stack-refresh-token": user.refreshToken },
      body: {
        redirect_uri: "http://localhost:3000/",
        state: "state",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
      },
    }),
    outcomes: {
      "200": "self",
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
      "401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED": "anonymous otherUser member holder",
    },
  },
  {
    key: "POST /auth/hosted/authorize",
    input: ({ user }) => ({
      headers: { "x-stack-refresh-token": user.refreshToken },
      body: {
        redirect_uri: "http://localhost:3000/",
        state: "state",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
      },
    }),
    outcomes: {
      "200": "self",
      "400 SCHEMA_ERROR": "signedOut server admin owner foreign",
      "401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED": "anonymous otherUser member holder",
    },
  },
  {
    key: "POST /auth/sessions/current/refresh",
    input: ({ user }) => ({ headers: { "x-stack-refresh-token": user.refreshToken } }),
    outcomes: {
      "200": "signedOut anonymous self otherUser member holder server admin owner",
      "401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED": "foreign",
    },
  },
];
