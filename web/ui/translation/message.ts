import type messages from "./messages.json";

/** An English text of the pages: its own id, so that English needs no catalogue. `messages.json` lists them all. */
export type Message = keyof typeof messages;

/** The names between braces: `"max"` of "At most {max}", `"count"` of "{count, plural, one {# day} other {# days}}". */
type Placeholders<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? PlaceholderName<Inside> | Placeholders<Rest>
  : never;

type PlaceholderName<Inside extends string> = Inside extends `${infer Name},${string}`
  ? Name
  : // The text of a plural form, such as `# days`.
    Inside extends `${string} ${string}`
    ? never
    : Inside;

/** The names of the elements: `"link"` of "Or <link>sign in</link>". */
type Elements<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? (Name extends `/${string}` ? never : Name) | Elements<Rest>
  : never;

type Named<Name extends string, Value> = { readonly [Key in Name]: Value };

/** The arguments that a message needs beside itself: one value for each placeholder. */
export type Values<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Named<Placeholders<Text>, string | number>];

/** Holds what a message with elements needs: `Node` for each placeholder, and for each element what wraps its text. */
export type Parts<Text extends string, Node> = Named<Placeholders<Text>, Node> &
  Named<Elements<Text>, (text: Node) => Node>;

/** Those of some messages that have neither placeholders nor elements. */
export type Plain<Text extends string> = {
  [Each in Text]: keyof Parts<Each, unknown> extends never ? Each : never;
}[Text];

/** A message without placeholders and elements, for tables of texts. */
export type PlainMessage = Plain<Message>;
