import type { ReactNode } from "react";
import type { Parts, Values } from "../../ui/translation/message";
import { useTranslation as useUiTranslation } from "../../ui/translation/use-translation";
import type { Message } from "./message";

/** Writes the dashboard's texts in one language. */
export type Translate = {
  <Text extends Message>(message: Text, ...values: Values<Text>): string;
  /** A text with elements in it: links, names that a person chose. The texts of placeholders are never markup. */
  rich<Text extends Message>(message: Text, parts: Parts<Text, ReactNode>): ReactNode;
  /** As a BCP 47 tag, for `Intl`. */
  readonly language: string;
};

/** Writes texts in the language of the dashboard: the catalogue of its provider has them beside those of the components. */
export function useTranslation(): Translate {
  return useUiTranslation() as Translate;
}
