// Teams as other slices show them: the team that a user has selected, and the owner teams of projects.
import * as z from "zod";
import { metadata, millis } from "../../protocol/fields";

export const ClientTeam = z.object({
  id: z.string(),
  display_name: z.string(),
  profile_image_url: z.string().nullable(),
  client_metadata: metadata,
  client_read_only_metadata: metadata,
});

export const ServerTeam = ClientTeam.extend({
  server_metadata: metadata,
  created_at_millis: millis,
});
