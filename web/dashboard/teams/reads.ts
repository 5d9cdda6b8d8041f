import type { PageReads } from "../shell/start-reads";
import { membersOptions, teamListOptions, teamOptions } from "./queries";
import type { TeamPart } from "./team/parts";

/** What the list of teams reads first. */
export const teamList =
  (projectId: string, query: string): PageReads =>
  ({ administer }) => [teamListOptions(administer(projectId), query)];

/** What the page of a team reads first. */
export const team =
  (projectId: string, teamId: string, part: TeamPart): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [teamOptions(app, teamId), ...(part === "members" ? [membersOptions(app, teamId)] : [])];
  };
