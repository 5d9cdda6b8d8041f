// The code of the section, loaded when its page is opened.
export * as reads from "./reads";
export { SettingsPage } from "./settings-page";
