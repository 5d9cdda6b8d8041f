import type { ChatMessage, Json } from "../../../kit";

/** A message of a thread as it is shown. */
export interface ShownMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** The sources that the assistant has written. */
  readonly sources: readonly string[];
}

/** As many messages as a question goes with. */
const maxMessages = 40;

/** A stored message, which any client of the API may have written; undefined where nothing of it can be shown. */
export function shownMessage(message: Json): ShownMessage | undefined {
  if (!isObject(message)) return undefined;
  const { role, content } = message;
  if (role !== "user" && role !== "assistant") return undefined;
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const texts =
    typeof content === "string" ? [content] : blocks.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  const sources = blocks.flatMap(({ type, args }) =>
    type === "tool-call" && isObject(args) && typeof args.content === "string" ? [args.content] : [],
  );
  const text = texts.join("\n").trim();
  return text === "" && sources.length === 0 ? undefined : { role, text, sources };
}

/**
 * Returns the messages with which the assistant is asked. They are the latest ones of the thread, and the question at the end.
 * The question has the source with it where the assistant cannot know it.
 */
export function questionMessages(thread: readonly Json[], question: string, source: string | undefined): ChatMessage[] {
  const known = thread.filter((message) => shownMessage(message) !== undefined).slice(-maxMessages);
  // A thread begins with a question, or a model refuses it.
  const first = known.findIndex((message) => isObject(message) && message.role === "user");
  const asked = source === undefined ? question : `${question}\n\nThis is the source at present:\n\n${source}`;
  const earlier = (first < 0 ? [] : known.slice(first)) as unknown as ChatMessage[];
  return [
    ...earlier.map(({ role, content }) => ({ role, content })),
    { role: "user", content: [{ type: "text", text: asked }] },
  ];
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
