import type { ServerContactChannel, ServerUser } from "../../../kit";
import type { Restriction } from "../restriction";

/** The user whose page it is, for its parts and dialogs. */
export interface PartProps {
  readonly user: ServerUser;
  readonly channels: readonly ServerContactChannel[];
  readonly restriction: Restriction;
}
