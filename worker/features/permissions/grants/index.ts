export { clearGrants, insertProjectGrants, insertTeamGrants, renameGrants, selectTeamHolders } from "./queries";
