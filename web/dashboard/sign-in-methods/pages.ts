// The code of the section, loaded when its page is opened.

import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";

export { SignInMethodsPage } from "./sign-in-methods-page";

/** What the page reads first. */
export const signInMethodsReads =
  (projectId: string): PageReads =>
  ({ administer }) => [configOptions(administer(projectId))];
