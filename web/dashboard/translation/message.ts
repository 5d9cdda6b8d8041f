import type { Message as ComponentMessage, Plain } from "../../ui/translation/message";
import type german from "./catalogues/de-DE.json";

/** The texts of each section: those of all languages are the same. */
type Sections = typeof german;

/** A section of the dashboard, or its frame with all that several sections show: the keys of a catalogue. */
export type Section = keyof Sections;

/** An English text of the dashboard, or of the components. */
export type Message = ComponentMessage | { [Name in Section]: keyof Sections[Name] }[Section];

/** A text without placeholders and elements, for tables of texts. */
export type PlainMessage = Plain<Message>;

/** Marks an English text that is translated where it is shown, such as the label of a table's column: `t(label)`. */
export function msg<Text extends Message>(text: Text): Text {
  return text;
}
