import { ensureReference } from "../build/reference";

/** Global setup: the page of the API reference, which the Worker's configuration names. */
export const setup = ensureReference;
