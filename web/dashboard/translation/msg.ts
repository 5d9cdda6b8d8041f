/**
 * Marks an English text that is translated where it is shown, such as the label of a table's column: `t(label)`. The list of
 * texts is read from the calls of `t` and `msg` in the source.
 */
export function msg<Text extends string>(text: Text): Text {
  return text;
}
