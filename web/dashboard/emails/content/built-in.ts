import { msg } from "../../translation/message";
/** The templates that every project has, which the system sends. They cannot be deleted, and come back as they were. */
export const systemTemplates = {
  "e7d009ce-8d47-4528-b245-5bf119f2ffa3": "verification",
  "a70fb3a4-56c1-4e42-af25-49d25603abd0": "password-reset",
  "822687fe-8d0a-4467-a0d1-416b6e639478": "magic-link",
  "e84de395-2076-4831-9c19-8e9a96a868e4": "team-invitation",
  "066dd73c-36da-4fd0-b6d6-ebf87683f8bc": "sign-in-invitation",
} as const;

/** The template that previews show where none is chosen. */
export const sampleTemplateId = "822687fe-8d0a-4467-a0d1-416b6e639478";

const systemThemes = ["1df07ae6-abf3-4a40-83a5-a1a2cbe336ac", "a0172b5d-cff0-463b-83bb-85124697373a"];

export function isSystemTemplate(id: string): id is keyof typeof systemTemplates {
  return Object.hasOwn(systemTemplates, id);
}

/** Tells whether every project has the theme. */
export function isSystemTheme(id: string): boolean {
  return systemThemes.includes(id);
}

const uses = {
  verification: msg("Sent to verify an email address."),
  "password-reset": msg("Sent to choose a new password."),
  "magic-link": msg("Sent to sign in by a link or a code."),
  "team-invitation": msg("Sent to invite someone to a team."),
  "sign-in-invitation": msg("Sent to invite someone to sign in."),
};

/** Returns when a template is sent that every project has. */
export function usedFor(id: keyof typeof systemTemplates) {
  return uses[systemTemplates[id]];
}
