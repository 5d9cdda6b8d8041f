import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";
import { draftsOptions, templatesOptions, themeOptions, themesOptions } from "./queries";

/** What the list of templates, and the page of one, read first. */
export const templates =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [templatesOptions(app), themesOptions(app), configOptions(app)];
  };

/** What the list of themes reads first. */
export const themes =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [themesOptions(app), configOptions(app)];
  };

/** What the page of a theme reads first. */
export const theme =
  (projectId: string, themeId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [themesOptions(app), themeOptions(app, themeId), templatesOptions(app), configOptions(app)];
  };

/** What the list of drafts, and the page of one, read first. */
export const drafts =
  (projectId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [draftsOptions(app), themesOptions(app), configOptions(app)];
  };
