import type { Group } from "./entry";

export const webhooks: Group = {
  section: "Administration",
  name: "Webhooks",
  description:
    "Every change of users, teams, memberships and permissions is sent to the project's endpoints as JSON of `{type, data}`, signed by Standard Webhooks. Endpoints, deliveries and attempts are administered through a part of Svix' interface below `/api/v1/app/{project_id}`, by the `svix` library or any other client of it. See docs/webhooks.md.",
  samples: {
    token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxZGYwN2FlNiIsImF1ZCI6ImdhdGVob3VzZS93ZWJob29rcyJ9.c2lnbmF0dXJl",
  },
  endpoints: { "POST /webhooks/svix-token": {} },
};
