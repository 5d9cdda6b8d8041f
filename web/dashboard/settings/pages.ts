// The code of the section, loaded when one of its pages is opened.
export { ConfigurationPage } from "./configuration-page";
export * as reads from "./reads";
export { SettingsPage } from "./settings-page";
