import type { ServerTeam } from "../../../kit";

/** The team whose page it is, for its parts and dialogs. */
export interface PartProps {
  readonly team: ServerTeam;
}
