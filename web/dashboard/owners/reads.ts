import type { PageReads } from "../shell/start-reads";

/** What the page reads first beside the owner and their projects, by which it finds everything else. */
export const owners = (): PageReads => () => [];
