export {
  clearGrants,
  insertProjectGrants,
  insertTeamGrants,
  renameGrants,
  selectTeamHolders,
} from "../../../db/permissions/queries";
