export { joinTeam } from "./join-and-leave";
export { requireMember, requireMembership, requireTeamPermission, type Standing } from "./standing";
