// API keys of users and teams.
import { newKey, teamKeyOf, userKeyOf } from "./inputs";
import type { Row } from "./row";

export const apiKeys: Row[] = [
  {
    key: "GET /user-api-keys",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "anonymous otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
    },
  },
  {
    key: "POST /user-api-keys",
    input: ({ user }) => ({ body: { user_id: user.id, ...newKey } }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /user-api-keys/{api_key_id}",
    input: async (scenario) => ({ params: { api_key_id: (await userKeyOf(scenario)).id } }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 API_KEY_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /user-api-keys/{api_key_id}",
    input: async (scenario) => ({ params: { api_key_id: (await userKeyOf(scenario)).id }, body: { revoked: true } }),
    outcomes: {
      "200": "self server admin owner",
      "403": "anonymous otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 API_KEY_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /user-api-keys/check",
    input: async (scenario) => ({ body: { api_key: (await userKeyOf(scenario)).value } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 API_KEY_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /team-api-keys",
    input: ({ team }) => ({ query: { team_id: team.id } }),
    outcomes: {
      "200": "holder server admin owner foreign",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 API_KEY_NOT_FOUND": "anonymous self otherUser member",
    },
  },
  {
    key: "POST /team-api-keys",
    input: ({ team }) => ({ body: { team_id: team.id, ...newKey } }),
    outcomes: {
      "200": "holder server admin owner",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 API_KEY_NOT_FOUND": "anonymous self otherUser member",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /team-api-keys/{api_key_id}",
    input: async (scenario) => ({
      params: { api_key_id: (await teamKeyOf(scenario)).id },
      query: { team_id: scenario.team.id },
    }),
    outcomes: {
      "200": "holder server admin owner",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 API_KEY_NOT_FOUND": "anonymous self otherUser member foreign",
    },
  },
  {
    key: "PATCH /team-api-keys/{api_key_id}",
    input: async (scenario) => ({
      params: { api_key_id: (await teamKeyOf(scenario)).id },
      query: { team_id: scenario.team.id },
      body: { revoked: true },
    }),
    outcomes: {
      "200": "holder server admin owner",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 API_KEY_NOT_FOUND": "anonymous self otherUser member foreign",
    },
  },
  {
    key: "POST /team-api-keys/check",
    input: async (scenario) => ({ body: { api_key: (await teamKeyOf(scenario)).value } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 API_KEY_NOT_FOUND": "foreign",
    },
  },
];
