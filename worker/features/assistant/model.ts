import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type ModelMessage, streamText, tool } from "ai";
import * as z from "zod";
import type { AssistantModel } from "../../platform/env";
import type { askAssistant } from "./contract";

// Loaded with the first request to the assistant: what it imports is a third of the Worker.

type Block = z.input<typeof askAssistant.response>["content"][number];
type ToolName = Extract<Block, { type: "tool-call" }>["toolName"];

/** Says what came of a request to the model. */
export type ModelResponse = { content: Block[] } | { problem: "failed" | "timeout" };

/** The longest response that is read: a source of the largest size in a stream of small pieces. */
const maxResponseBytes = 16 * 1024 * 1024;

/** The longest text that is taken from it. A source may have 512 KiB. */
const maxContentLength = 512 * 1024;

/**
 * Asks a model with an OpenAI-compatible interface, which streams its response. Only a setting of the instance decides where the
 * request goes, and the request follows no redirect. So nothing in a request can send the key elsewhere. No failure carries what
 * the model's server said, because that might repeat the key.
 */
export async function askModel(
  { url, key, model, timeoutMs }: AssistantModel,
  { instructions, messages, toolName }: { instructions: string; messages: ModelMessage[]; toolName: ToolName },
): Promise<ModelResponse> {
  const provider = createOpenAICompatible({ name: "assistant", baseURL: url, apiKey: key, fetch: boundedFetch });
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const result = streamText({
      model: provider(model),
      instructions,
      messages,
      tools: {
        [toolName]: tool({
          description: "Receives the whole new source.",
          inputSchema: z.object({ content: z.string().min(1).max(maxContentLength) }),
        }),
      },
      maxRetries: 0,
      abortSignal: limit,
      onError: () => {},
    });
    const content = blocksOf(await result.content, toolName);
    return content.length > 0 ? { content } : { problem: "failed" };
  } catch {
    return { problem: limit.aborted ? "timeout" : "failed" };
  }
}

/** Returns what of a response can be used: its text, and the calls of the tool with arguments as it takes them. */
function blocksOf(parts: readonly object[], toolName: ToolName): Block[] {
  return parts.flatMap((part): Block[] => {
    const { type } = part as { type: string };
    if (type === "text") {
      const { text } = part as { text: string };
      return text.trim() === "" ? [] : [{ type, text: text.slice(0, maxContentLength) }];
    }
    if (type !== "tool-call") return [];
    const call = part as { toolCallId: string; toolName: string; input: { content: string }; invalid?: boolean };
    if (call.invalid || call.toolName !== toolName) return [];
    const args = { content: call.input.content };
    const { toolCallId } = call;
    return [{ type, toolName, toolCallId, args, argsText: JSON.stringify(args), result: "success" }];
  });
}

const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  let length = 0;
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength;
        if (length > maxResponseBytes) controller.error(new Error("The model's response is too long"));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded ?? null, response);
};
