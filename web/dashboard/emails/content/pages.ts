// The code of the pages, loaded when one of them is opened.

import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";
import { draftsOptions, templatesOptions, themeOptions, themesOptions } from "./queries";

export { DraftPage } from "./draft-page";
export { DraftsPage } from "./drafts-page";
export { TemplatePage } from "./template-page";
export { TemplatesPage } from "./templates-page";
export { ThemePage } from "./theme-page";
export { ThemesPage } from "./themes-page";

/** What the list of templates, and the page of one, read first. */
export const templatesReads =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [templatesOptions(app), themesOptions(app), configOptions(app)];
  };

/** What the list of themes reads first. */
export const themesReads =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [themesOptions(app), configOptions(app)];
  };

/** What the page of a theme reads first. */
export const themeReads =
  (projectId: string, themeId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [themesOptions(app), themeOptions(app, themeId), templatesOptions(app), configOptions(app)];
  };

/** What the list of drafts, and the page of one, read first. */
export const draftsReads =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [draftsOptions(app), themesOptions(app), configOptions(app)];
  };
