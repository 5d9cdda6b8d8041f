import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";

/** Says what the assistant is to write. */
export type ChatContext = "email-theme" | "email-template" | "email-draft";

/** A message of a thread. */
export interface ChatMessage {
  readonly role: "user" | "assistant" | "tool";
  /** A text, or blocks as the assistant returns them. */
  readonly content: Json;
}

/** Holds what the assistant says, and the sources that it has written, as calls of a tool. */
export type ChatContent = (
  | { type: "text"; text: string }
  | {
      type: "tool-call";
      toolName: "createEmailTheme" | "createEmailTemplate";
      toolCallId: string;
      /** `content` is a whole TSX module. */
      args: { content: string };
      /** `args` as text of JSON. */
      argsText: string;
      result: "success";
    }
)[];

/** @internal */
export async function sendChatMessage(
  caller: Caller<"admin">,
  threadId: string,
  question: { readonly context_type: ChatContext; readonly messages: readonly ChatMessage[] },
  signal: AbortSignal | undefined,
): Promise<{ content: ChatContent }> {
  const parts = { params: { thread_id: threadId }, body: question, signal };
  const { content } = await caller.write("POST /internal/ai-chat/{thread_id}", parts);
  return { content };
}

/** @internal */
export async function saveChatMessage(caller: Caller<"admin">, threadId: string, message: Json): Promise<void> {
  const parts = { params: { thread_id: threadId }, body: { message } };
  await caller.write("PATCH /internal/ai-chat/{thread_id}", parts);
}

/** @internal */
export async function listChatMessages(caller: Caller<"admin">, threadId: string): Promise<{ messages: Json[] }> {
  const { messages } = await caller.read("GET /internal/ai-chat/{thread_id}", { params: { thread_id: threadId } });
  return { messages };
}
