// The code of the section, loaded when its page is opened.

import type { PageReads } from "../shell/start-reads";

export { OwnersPage } from "./owners-page";

/** What the page reads first beside the owner and their projects, by which it finds everything else. */
export const ownersReads = (): PageReads => () => [];
