import type { ModelMessage } from "ai";
import type * as z from "zod";
import type { askAssistant } from "./contract";

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
