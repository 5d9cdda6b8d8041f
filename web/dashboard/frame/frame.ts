// The code that all pages of the dashboard share, loaded as one.
export { Dashboard } from "../dashboard";
export { startPageReads } from "../shell/start-reads";
export { loadSectionTexts } from "../translation/load-translation";
export { OwnerShell, PendingPage, ProjectShell, UnknownSection } from "./project-shell";
