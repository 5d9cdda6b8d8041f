export {
  isAlreadyMember,
  isUnknownMember,
  isUnknownTeam,
  selectMembership,
  selectStanding,
  selectUserInTeam,
} from "../../../db/memberships/queries";
export { joinTeam } from "./changes";
export { requireMember, requireMembership, requireTeamPermission, type Standing } from "./standing";
