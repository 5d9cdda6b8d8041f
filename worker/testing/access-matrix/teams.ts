// Teams and what is theirs.
import type { Row } from "./row";

export const teams: Row[] = [
  {
    key: "GET /teams",
    input: ({ user }) => ({ query: { user_id: user.id } }),
    outcomes: {
      "200": "self server admin owner foreign",
      "403": "anonymous stranger member holder",
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER": "nobody",
    },
  },
  {
    key: "POST /teams",
    input: ({ user }) => ({ body: { display_name: "New", creator_user_id: user.id } }),
    outcomes: {
      "201": "self server admin owner",
      "403": "anonymous stranger member holder",
      "401 USER_AUTHENTICATION_REQUIRED": "nobody",
      "404 USER_NOT_FOUND": "foreign",
    },
  },
  {
    key: "GET /teams/{team_id}",
    input: ({ team }) => ({ params: { team_id: team.id } }),
    outcomes: {
      "200": "member holder server admin owner",
      "401 USER_AUTHENTICATION_REQUIRED": "nobody",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self stranger",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "PATCH /teams/{team_id}",
    input: ({ team }) => ({ params: { team_id: team.id }, body: { display_name: "New" } }),
    outcomes: {
      "200": "holder server admin owner",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "401 USER_AUTHENTICATION_REQUIRED": "nobody",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self stranger",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
  {
    key: "DELETE /teams/{team_id}",
    input: ({ team }) => ({ params: { team_id: team.id } }),
    outcomes: {
      "200": "holder server admin owner",
      "401 TEAM_PERMISSION_REQUIRED": "member",
      "401 USER_AUTHENTICATION_REQUIRED": "nobody",
      "404 TEAM_MEMBERSHIP_NOT_FOUND": "anonymous self stranger",
      "404 TEAM_NOT_FOUND": "foreign",
    },
  },
];
