// The code of the section, loaded when one of its pages is opened.

import type { PageReads } from "../shell/start-reads";
import { membersOptions, teamListOptions, teamOptions } from "./queries";
import type { TeamPart } from "./team/parts";

export { TeamPage } from "./team/team-page";
export { TeamsPage } from "./teams-page";

/** What the list of teams reads first. */
export const teamListReads =
  (projectId: string, query: string): PageReads =>
  ({ administer }) => [teamListOptions(administer(projectId), query)];

/** What the page of a team reads first. */
export const teamReads =
  (projectId: string, teamId: string, part: TeamPart): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [teamOptions(app, teamId), ...(part === "members" ? [membersOptions(app, teamId)] : [])];
  };
