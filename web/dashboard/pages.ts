// The code of the dashboard, loaded as one: its pages share most of it, and each part that is loaded by itself is a request.
export { ApiKeysPage } from "./api-keys/api-keys-page";
export { ApprovalPage } from "./integrations/approval-page";
export { TransferPage } from "./integrations/transfer-page";
export { OverviewPage } from "./overview/overview-page";
export { PaymentsPage } from "./payments/payments-page";
export { ProjectsPage } from "./projects/projects-page";
export * as reads from "./reads";
export { SettingsPage } from "./settings/settings-page";
export { OwnerShell } from "./shell/owner-shell";
export { ProjectShell } from "./shell/project-shell";
export { UnknownSection } from "./shell/unknown-section";
export { UserPage } from "./users/user-page";
export { UsersPage } from "./users/users-page";
