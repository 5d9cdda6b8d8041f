// Permissions: what they are, and who holds them.
import { memberOf, projectGrantOf } from "./inputs";
import type { Row } from "./row";

export const permissions: Row[] = [
  {
    key: "GET /team-permission-definitions",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "POST /team-permission-definitions",
    input: () => ({ body: { id: "new" } }),
    isOnce: true,
    outcomes: {
      "201": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "PATCH /team-permission-definitions/{permission_id}",
    input: () => ({ params: { permission_id: "billing" }, body: { description: "New" } }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "DELETE /team-permission-definitions/{permission_id}",
    input: () => ({ params: { permission_id: "billing" } }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /project-permission-definitions",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "POST /project-permission-definitions",
    input: () => ({ body: { id: "new" } }),
    isOnce: true,
    outcomes: {
      "201": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "PATCH /project-permission-definitions/{permission_id}",
    input: () => ({ params: { permission_id: "beta" }, body: { description: "New" } }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "DELETE /project-permission-definitions/{permission_id}",
    input: () => ({ params: { permission_id: "beta" } }),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "GET /team-permissions",
    input: ({ team }) => ({ query: { user_id: team.holderId } }),
    outcomes: {
      "200": "holder server admin owner foreign",
      "403": "anonymous self otherUser member",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
    },
  },
  {
    key: "POST /team-permissions/{team_id}/{user_id}/{permission_id}",
    input: (scenario) => ({ params: { ...memberOf(scenario), permission_id: "billing" }, body: {} }),
    outcomes: {
      "201": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /team-permissions/{team_id}/{user_id}/{permission_id}",
    input: ({ team }) => ({ params: { team_id: team.id, user_id: team.holderId, permission_id: "$update_team" } }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /project-permissions",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
    },
  },
  {
    key: "POST /project-permissions/{user_id}/{permission_id}",
    input: ({ user }) => ({ params: { user_id: user.id, permission_id: "beta" }, body: {} }),
    outcomes: {
      "201": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /project-permissions/{user_id}/{permission_id}",
    input: async (scenario) => ({ params: await projectGrantOf(scenario) }),
    outcomes: {
      "200": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
];
