// The code of the editor of offers, loaded when one of its pages is opened.

import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";

export { NewOfferPage, OfferPage } from "./offer-pages";

/** What the editor of an offer reads first. */
export const offerReads =
  (projectId: string): PageReads =>
  ({ administer }) => [configOptions(administer(projectId))];
