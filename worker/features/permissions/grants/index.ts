export { clearGrants, insertProjectGrants, insertTeamGrants, renameGrants, selectTeamGrants } from "./queries";
