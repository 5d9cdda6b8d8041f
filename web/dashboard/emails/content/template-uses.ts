import { msg } from "../../translation/msg";
import { systemTemplates } from "./built-in";

const uses = {
  verification: msg("Sent to verify an email address."),
  "password-reset": msg("Sent to choose a new password."),
  "magic-link": msg("Sent to sign in by a link or a code."),
  "team-invitation": msg("Sent to invite someone to a team."),
  "sign-in-invitation": msg("Sent to invite someone to sign in."),
};

/** When a template is sent that every project has. */
export function usedFor(id: keyof typeof systemTemplates) {
  return uses[systemTemplates[id]];
}
