// Teams and what is theirs.
import { freshAddress } from "../mailbox";
import { callbackUrl, invitationOf, memberOf, unknownCode } from "./inputs";
import type { Row } from "./row";

export const teams: Row[] = [
  {
    key: "GET /teams",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
    },
  },
  {
    key: "GET /internal/teams",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "POST /teams",
    input: ({ user }) => ({ body: { display_name: "New", creator_user_id: user.id } }),
    outcomes: {
      "201": "self server admin owner",
      "403": "anonymous otherUser member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /teams/{team_id}",
    input: ({ team }) => ({ params: { team_id: team.id } }),
    outcomes: {
      "200": "member holder server admin owner",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /teams/{team_id}",
    input: ({ team }) => ({ params: { team_id: team.id }, body: { display_name: "New" } }),
    outcomes: {
      "200": "holder server admin owner",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /teams/{team_id}",
    input: ({ team }) => ({ params: { team_id: team.id } }),
    outcomes: {
      "200": "holder server admin owner",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /team-memberships/{team_id}/{user_id}",
    input: ({ team, user }) => ({ params: { team_id: team.id, user_id: user.id }, body: {} }),
    outcomes: {
      "201": "server admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /team-memberships/{team_id}/{user_id}",
    input: (scenario) => ({ params: memberOf(scenario) }),
    outcomes: {
      "200": "member holder server admin owner",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /team-member-profiles",
    input: ({ team }) => ({ query: { team_id: team.id } }),
    outcomes: {
      "200": "holder server admin owner",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /team-members",
    input: ({ team }) => ({ query: { team_id: team.id } }),
    outcomes: {
      "200": "holder server admin owner",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /team-member-profiles/{team_id}/{user_id}",
    input: (scenario) => ({ params: memberOf(scenario) }),
    outcomes: {
      "200": "member holder server admin owner",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /team-member-profiles/{team_id}/{user_id}",
    input: (scenario) => ({ params: memberOf(scenario), body: { display_name: "New" } }),
    outcomes: {
      "200": "member server admin owner",
      "403": "anonymous self otherUser holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /team-invitations/send-code",
    input: ({ team }) => ({ body: { team_id: team.id, email: freshAddress(), callback_url: callbackUrl } }),
    outcomes: {
      "200": "holder server admin owner",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /team-invitations",
    input: ({ team }) => ({ query: { team_id: team.id } }),
    outcomes: {
      "200": "holder server admin owner",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /team-invitations/{id}",
    input: async (scenario) => ({ params: { id: await invitationOf(scenario) }, query: { team_id: scenario.team.id } }),
    outcomes: {
      "200": "holder server admin owner",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self otherUser",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "POST /team-invitations/accept",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut server admin owner foreign",
      "404 VERIFICATION_CODE_NOT_FOUND": "anonymous self otherUser member holder",
    },
  },
  {
    key: "POST /team-invitations/{id}/accept",
    input: ({ user }) => ({ params: { id: crypto.randomUUID() }, query: { user_id: user.id } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "self server admin owner foreign",
      "403": "anonymous otherUser member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "signedOut",
    },
  },
  {
    key: "POST /team-invitations/accept/details",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "401 USER_AUTHENTICATION_REQUIRED": "signedOut server admin owner foreign",
      "404 VERIFICATION_CODE_NOT_FOUND": "anonymous self otherUser member holder",
    },
  },
  {
    key: "POST /team-invitations/accept/preview",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
  {
    key: "POST /team-invitations/accept/check-code",
    input: () => ({ body: { code: unknownCode } }),
    outcomes: {
      "404 VERIFICATION_CODE_NOT_FOUND": "signedOut anonymous self otherUser member holder server admin owner foreign",
    },
  },
];
