import type { Message } from "./message";

/** Marks an English text that is translated where it is shown, such as the label of a table's column: `t(label)`. */
export function msg<Text extends Message>(text: Text): Text {
  return text;
}
