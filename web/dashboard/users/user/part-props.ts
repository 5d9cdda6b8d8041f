import type { ServerContactChannel, ServerUser } from "../../../kit";

/** The user whose page it is, for its parts and dialogs. */
export interface PartProps {
  readonly user: ServerUser;
  readonly channels: readonly ServerContactChannel[];
}
