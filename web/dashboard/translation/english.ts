import { translation } from "../../ui/translation/translate";
import type { Translate } from "./use-translation";

/** The English texts, for what takes a translation and is not rendered. */
export const english = translation("en-US", {}) as Translate;
