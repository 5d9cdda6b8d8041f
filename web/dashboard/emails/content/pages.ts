// The code of the pages, loaded when one of them is opened.
export { DraftPage } from "./draft-page";
export { DraftsPage } from "./drafts-page";
export * as reads from "./reads";
export { TemplatePage } from "./template-page";
export { TemplatesPage } from "./templates-page";
export { ThemePage } from "./theme-page";
export { ThemesPage } from "./themes-page";
