// The code of the section, loaded when one of its pages is opened.
export * as reads from "./reads";
export { TeamPage } from "./team/team-page";
export { TeamsPage } from "./teams-page";
