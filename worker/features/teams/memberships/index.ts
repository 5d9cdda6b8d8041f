export { joinTeam } from "./changes";
export {
  isAlreadyMember,
  isUnknownMember,
  isUnknownTeam,
  selectMembership,
  selectStanding,
  selectUserInTeam,
} from "./queries";
export { requireMember, requireMembership, requireTeamPermission, type Standing } from "./standing";
