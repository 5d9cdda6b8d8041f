import { ensureAssets } from "../build/assets";

/** Global setup: the files that the Worker's configuration names, of which it serves some and loads others. */
export const setup = ensureAssets;
