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

type WireMessage = z.output<typeof askAssistant.body>["messages"][number];

/** A call that a message of the assistant contains, with what came of it. */
interface StoredCall {
  toolCallId: string;
  toolName: string;
  args: Record<string, unknown>;
}

/**
 * Messages of the wire, whose content is any JSON, as a model takes them. Each tool call is followed by its result, as
 * models require. What has no known form is given as JSON.
 */
export function modelMessages(messages: readonly WireMessage[]): ModelMessage[] {
  const used = new Set<string>();
  return messages.flatMap(({ role, content }): ModelMessage[] => {
    const text = textOf(content);
    if (role !== "assistant") return [{ role: "user", content: text }];
    const calls = callsIn(content).filter(({ toolCallId }) => !used.has(toolCallId) && used.add(toolCallId));
    const toolCalls = calls.map(({ toolCallId, toolName, args }) => ({
      type: "tool-call" as const,
      toolCallId,
      toolName,
      input: args,
    }));
    const results = calls.map(({ toolCallId, toolName }) => ({
      type: "tool-result" as const,
      toolCallId,
      toolName,
      output: { type: "text" as const, value: "success" },
    }));
    return [
      { role: "assistant", content: [...(text ? [{ type: "text" as const, text }] : []), ...toolCalls] },
      ...(results.length > 0 ? [{ role: "tool" as const, content: results }] : []),
    ];
  });
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .filter((part) => asCall(part) === undefined)
    .map((part) => (isObject(part) && typeof part.text === "string" ? part.text : JSON.stringify(part)))
    .join("\n");
}

function callsIn(content: unknown): StoredCall[] {
  return Array.isArray(content) ? content.flatMap((part) => asCall(part) ?? []) : [];
}

function asCall(part: unknown): StoredCall | undefined {
  if (!isObject(part) || part.type !== "tool-call") return undefined;
  const { toolCallId, toolName, args } = part;
  if (typeof toolCallId !== "string" || typeof toolName !== "string" || !isObject(args)) return undefined;
  // What a model names itself is no longer, and another service might refuse all of a conversation for one odd name.
  if (!/^[\w-]{1,64}$/.test(toolName) || !/^[\w.:-]{1,200}$/.test(toolCallId)) return undefined;
  return { toolCallId, toolName, args };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
