// The assistant that writes the sources of email themes, templates and drafts.
import * as z from "zod";
import { adminOnly, endpoint } from "../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../protocol/error-definitions";
import { metadata, noQuery, uuid } from "../../protocol/fields";
import { templateNotFound, themeNotFound } from "../emails/contract";

export const noAssistant = plainError(
  501,
  "This instance has no assistant: its operator has not configured a model (AI_API_URL, AI_API_KEY and AI_MODEL).",
  { remedy: "Ask the operator of the instance to configure one." },
);

export const assistantFailed = plainError(502, "The assistant's model gave no usable response. Please try again.", {
  remedy: "Ask again, in other words if it stays so; the operator sees in the model's own log what it refuses.",
});

export const assistantTimedOut = plainError(504, "The assistant's model did not respond in time. Please try again.", {
  remedy: "Ask again, for less at once.",
});

export const tooMuchToRead = plainError(400, "The messages are too long for the assistant. Begin a new conversation.", {
  remedy: "Send the last messages only.",
});

export const threadIsFull = plainError(400, "The conversation is too long to be stored. Begin a new one.", {
  remedy: "Store it under another id.",
});

/** The longest conversation that is sent to a model, in bytes of its JSON: three sources of the largest size. */
export const maxReadBytes = 1_500_000;

const params = z.strictObject({
  thread_id: uuid.describe("The id of the theme, the template or the draft that is written."),
});

const block = z.union([
  z.object({
    type: z.literal("text").describe("Which kind of block it is."),
    text: z.string().describe("What the assistant says."),
  }),
  z.object({
    type: z.literal("tool-call").describe("Which kind of block it is."),
    toolName: z
      .enum(["createEmailTheme", "createEmailTemplate"])
      .describe("The tool that is called: `createEmailTheme` in themes, else `createEmailTemplate`."),
    toolCallId: z.string().describe("The id of the call, by which a message that is stored repeats it."),
    args: z.object({ content: z.string().describe("The whole new source.") }).describe("The arguments of the call."),
    argsText: z.string().describe("The arguments as JSON text."),
    result: z.literal("success").describe("Always `success`: the caller applies the source itself."),
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
    context_type: z.enum(["email-theme", "email-template", "email-draft"]).describe("What is written."),
    messages: z
      .array(
        z.strictObject({
          role: z
            .enum(["user", "assistant", "tool"])
            .describe("Whose message it is: the owner's, the assistant's, or the result of a tool call."),
          content: metadata.describe("A text, or a list of the blocks that the assistant responds with."),
        }),
      )
      .min(1)
      .max(200)
      .describe("The conversation so far, oldest first."),
  }),
  response: z.object({
    content: z
      .array(block)
      .describe(
        "What the assistant responds with, in its order: text, and calls of the tool that receives the source.",
      ),
  }),
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
  body: z.strictObject({ message: metadata.describe("The message, as any JSON value of up to 512 KiB.") }),
  response: z.object({}),
  errors: [threadIsFull],
});

export const readThread = endpoint("GET /internal/ai-chat/{thread_id}", {
  summary: "Read the stored messages of a thread of the assistant",
  description: "Oldest first. A thread that nothing was appended to is empty.",
  access: adminOnly,
  params,
  query: noQuery,
  response: z.object({
    messages: z.array(metadata).describe("The stored messages, oldest first, as they were appended."),
  }),
});
