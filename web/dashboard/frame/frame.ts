// The code that all pages of the dashboard share, loaded as one.
export { Dashboard } from "../dashboard";
export { OwnerShell } from "./owner-shell";
export { ProjectShell } from "./project-shell";
export { UnknownSection } from "./unknown-section";
