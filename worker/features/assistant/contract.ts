// The assistant that writes the sources of e-mail themes, templates and drafts.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../protocol/error-definitions";
import { metadata, noQuery, uuid } from "../../protocol/fields";
import { templateNotFound, themeNotFound } from "../emails/contract";

export const noAssistant = plainError(
  501,
  "This installation has no assistant: its operator has not configured a model (AI_API_URL, AI_API_KEY and AI_MODEL).",
);

export const assistantFailed = plainError(502, "The assistant's model gave no usable answer. Please try again.");

export const assistantTimedOut = plainError(504, "The assistant's model did not answer in time. Please try again.");

export const tooMuchToRead = plainError(400, "The messages are too long for the assistant. Begin a new conversation.");

export const threadIsFull = plainError(400, "The conversation is too long to be stored. Begin a new one.");

/** The longest conversation that is sent to a model, in bytes of its JSON: three sources of the largest size. */
export const maxReadBytes = 1_500_000;

const params = z.strictObject({ thread_id: uuid });

const block = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("tool-call"),
    toolName: z.enum(["createEmailTheme", "createEmailTemplate"]),
    toolCallId: z.string(),
    args: z.object({ content: z.string() }),
    argsText: z.string(),
    result: z.literal("success"),
  }),
]);

export const askAssistant = endpoint("POST /internal/ai-chat/{thread_id}", {
  summary: "Ask the assistant to write a theme, a template or a draft",
  description:
    "The current source of the theme or template goes to the model with the messages. Nothing is stored: the caller applies the source in a tool call, and appends both sides to the thread.",
  access: adminOnly,
  params,
  query: noQuery,
  body: z.strictObject({
    context_type: z.enum(["email-theme", "email-template", "email-draft"]),
    messages: z
      .array(z.strictObject({ role: z.enum(["user", "assistant", "tool"]), content: metadata }))
      .min(1)
      .max(200),
  }),
  response: z.object({ content: z.array(block) }),
  errors: [
    noAssistant,
    assistantFailed,
    assistantTimedOut,
    tooMuchToRead,
    themeNotFound,
    templateNotFound,
    tooManyRequests,
  ],
});

export const appendToThread = endpoint("PATCH /internal/ai-chat/{thread_id}", {
  summary: "Append a message to a thread of the assistant",
  description: "A thread has at most 500 messages and 8 MiB.",
  access: adminOnly,
  params,
  query: noQuery,
  body: z.strictObject({ message: metadata }),
  response: z.object({}),
  errors: [threadIsFull],
});

export const readThread = endpoint("GET /internal/ai-chat/{thread_id}", {
  summary: "Read the stored messages of a thread of the assistant",
  description: "Oldest first. A thread that nothing was appended to is empty.",
  access: adminOnly,
  params,
  query: noQuery,
  response: z.object({ messages: z.array(metadata) }),
});
