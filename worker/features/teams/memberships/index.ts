export { joinTeam } from "./changes";
export { requireMember, requireMembership, requireTeamPermission, type Standing } from "./standing";
