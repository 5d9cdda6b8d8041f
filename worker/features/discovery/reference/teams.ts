import { absent } from "../../../protocol/openapi-schemas";
import type { Group } from "./entry";
import { ids } from "./samples";

export const teams: Group = {
  section: "Teams",
  name: "Teams",
  description:
    "Groups of a project's users. Servers see and change all of them; a client sees those that its user is a member of, and changes them as far as the user's permissions in the team go.",
  lists: ["GET /teams", "GET /internal/teams"],
  samples: {
    "items.id": ids.team,
    display_name: "Analytical Engines",
    "query.user_id": "me",
    "query.add_current_user": absent,
    "query.query": "engine",
    "query.limit": 50,
    "query.order_by": absent,
    "query.desc": absent,
    "query.cursor": absent,
    "query.omit_metadata": absent,
    "body.profile_image_url": absent,
    profile_image_url: null,
  },
  endpoints: {
    "GET /teams": {
      description: "A client has to name its own user. The list is complete without `limit` and `cursor`.",
    },
    "GET /internal/teams": {
      description: "For the dashboard of a project's owners, who see all teams.",
      samples: { member_count: 12 },
    },
    "POST /teams": {
      description: "Clients may create teams where the project lets them, as their own user.",
      reads: ["add_current_user"],
    },
    "GET /teams/{team_id}": { description: "Clients read teams that their user is a member of." },
    "PATCH /teams/{team_id}": {
      description: "Fields that are absent stay as they are.",
      samples: { body: { display_name: "Difference Engines", client_metadata: { colour: "brass" } } },
    },
    "DELETE /teams/{team_id}": {
      description:
        "Deletes its memberships, invitations, permissions and keys too, and cannot be undone. Its users stay.",
    },
  },
};

export const members: Group = {
  section: "Teams",
  name: "Members",
  description:
    "Who belongs to a team, and the name and image that each member shows there. A member who has set none shows their own.",
  lists: ["GET /team-member-profiles"],
  endpoints: {
    "GET /team-member-profiles": {
      description: "A list of more than 10,000 members has to be requested by team or by user.",
    },
    "GET /team-member-profiles/{team_id}/{user_id}": {
      description: "Clients read their own profile, and others' with the permission.",
    },
    "GET /team-members": {
      description: "The list is complete: it has no pages.",
      samples: {
        permission_ids: ["team_admin"],
        manages_team: true,
        "query.team_id": ids.team,
        "items.user_id": ids.user,
      },
    },
    "PATCH /team-member-profiles/{team_id}/{user_id}": {
      description: "Clients change their own profile only. Fields that are absent stay as they are.",
      samples: { body: { display_name: "The Countess" } },
    },
    "POST /team-memberships/{team_id}/{user_id}": { samples: { "response.user_id": ids.user } },
    "DELETE /team-memberships/{team_id}/{user_id}": {
      description:
        "Takes the user's permissions and profile in the team away, and revokes the secret API keys that they have created for it. The user stays.",
    },
  },
};

export const invitations: Group = {
  section: "Teams",
  name: "Invitations",
  description:
    "Emails with a link that makes the user who follows it a member. Anyone who has its code can accept it, unless it is for its recipient only. An address has one open invitation to a team, and none once its user has left or was removed.",
  samples: {
    "response.id": ids.invitation,
    "items.id": ids.invitation,
    "path.id": ids.invitation,
    "body.email": "charles@example.com",
    "body.callback_url": "http://localhost:3000/handler/team-invitation",
  },
  endpoints: {
    "GET /team-invitations": {
      description:
        "Accepted and expired invitations are left out. Of a team's, clients need `$read_members` and `$invite_members`; those to a user are the first fifty to addresses that they have verified.",
      samples: { "query.user_id": absent, team_display_name: "Analytical Engines" },
    },
    "POST /team-invitations/send-code": {
      description:
        "It can be accepted for seven days, unless the project sets another time, and replaces an open one to the address. An address that a member has verified gets no email, and the id is that of no invitation.",
    },
    "DELETE /team-invitations/{id}": { description: "The code of the email does not work any more." },
    "POST /team-invitations/accept/check-code": { description: "The code stays usable. No user has to be signed in." },
    "POST /team-invitations/accept/details": {
      description: "For the page that asks whether to join. The code stays usable.",
    },
    "POST /team-invitations/accept/preview": {
      samples: { inviter_display_name: "Ada Lovelace", project_display_names: ["Bookshop"] },
    },
    "POST /team-invitations/accept": {},
    "POST /team-invitations/{id}/accept": {
      description: "For a list of a user's invitations. The code of the email does not work any more.",
      samples: { "query.user_id": "me" },
    },
  },
};

export const permissions: Group = {
  section: "Permissions",
  name: "Permissions",
  description:
    "What users may do, in a team or in the whole project: granted directly, or contained in what was granted. Six permissions of teams begin with `$` and decide what clients may do there; all others mean what the app wants.",
  lists: ["GET /team-permissions", "GET /project-permissions"],
  samples: {
    "items.id": "read_reports",
    "query.permission_id": absent,
    recursive: "true",
    "query.user_id": "me",
    body: {},
  },
  endpoints: {
    "GET /team-permissions": {
      description: "A client names its own user. More than 10,000 have to be requested by user.",
      samples: { teamId: absent },
    },
    "POST /team-permissions/{team_id}/{user_id}/{permission_id}": {
      samples: { "query.user_id": absent, recursive: absent },
    },
    "DELETE /team-permissions/{team_id}/{user_id}/{permission_id}": {
      description: "A permission that is contained in another one that the user holds stays.",
    },
    "GET /project-permissions": {
      description: "A client names its own user. More than 10,000 have to be requested by user.",
    },
    "POST /project-permissions/{user_id}/{permission_id}": {},
    "DELETE /project-permissions/{user_id}/{permission_id}": {
      description: "A permission that is contained in another one that the user holds stays.",
    },
  },
};

export const permissionDefinitions: Group = {
  section: "Permissions",
  name: "Permission definitions",
  description: "Which permissions there are. Owners define them; those that begin with `$` are the system's own.",
  samples: {
    "items.id": "read_reports",
    "body.id": "read_reports",
    description: "Read the reports of the engine",
    contained_permission_ids: ["$read_members"],
    "query.limit": 50,
    "query.cursor": absent,
    "query.query": "report",
  },
  endpoints: {
    "GET /team-permission-definitions": { description: "In the order of their ids, the system's first." },
    "POST /team-permission-definitions": { description: "The permissions that it contains have to exist." },
    "PATCH /team-permission-definitions/{permission_id}": {
      description: "Users who hold it keep it under its new id. Fields that are absent stay as they are.",
      samples: { body: { description: "Read all reports" } },
    },
    "DELETE /team-permission-definitions/{permission_id}": {
      description: "Permissions that contain it do so no more.",
    },
    "GET /project-permission-definitions": {
      description: "In the order of their ids.",
    },
    "POST /project-permission-definitions": {
      description: "The permissions that it contains have to exist.",
    },
    "PATCH /project-permission-definitions/{permission_id}": {
      description: "Users who hold it keep it under its new id. Fields that are absent stay as they are.",
      samples: { body: { description: "Read all reports" } },
    },
    "DELETE /project-permission-definitions/{permission_id}": {
      description: "Permissions that contain it do so no more.",
    },
  },
};
