/**
 * Stands in for a model's server with OpenAI's interface. The requested model names what it does; `worker/testing/assistant.ts`
 * has the names. It streams, as requested, in pieces that end within words and lines.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { ModelBehaviour, ModelRequest } from "../../worker/testing/assistant";

const received = new Map<string, ModelRequest[]>();

type Delta = { content?: string; tool_calls?: object[] };

function chunk(delta: Delta, finish_reason: string | null = null): string {
  const choices = [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason }];
  return `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 0, model: "m", choices })}\n\n`;
}

function call(name: string, ...pieces: string[]): string[] {
  const [first = "", ...others] = pieces;
  return [
    chunk({ tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name, arguments: first } }] }),
    ...others.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    chunk({}, "tool_calls"),
  ];
}

const end = "data: [DONE]\n\n";
const text = [chunk({ content: "I made it " }), chunk({ content: "blue. 👋" })];
const source = JSON.stringify({ content: 'export const EmailTheme = () => "blue";' });

/** The events of each behaviour that responds with a stream. */
const streams: Partial<Record<ModelBehaviour, (tool: string) => string[]>> = {
  text: () => [...text, chunk({}, "stop"), end],
  tool: (tool) => [...text, ...call(tool, source.slice(0, 9), source.slice(9)), end],
  "invalid-arguments": (tool) => [...call(tool, '{"content": 5}'), end],
  "no-json-arguments": (tool) => [...call(tool, '{"content": "x'), end],
  "empty-arguments": (tool) => [...call(tool, '{"content": ""}'), end],
  "endless-arguments": (tool) => [...call(tool, JSON.stringify({ content: "x".repeat(600_000) })), end],
  "text-and-invalid-arguments": (tool) => [...text, ...call(tool, "{}"), end],
  "unknown-tool": () => [...call("deleteProject", "{}"), end],
  empty: () => [chunk({}, "stop"), end],
  "not-json": () => ["data: {nonsense\n\n", end],
  flood: () => Array.from({ length: 18 }, () => chunk({ content: "x".repeat(1024 * 1024) })),
};

export async function respondAsModel(request: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
  const key = request.headers.authorization?.replace("Bearer ", "") ?? "";
  if (path === "/requests") {
    response.end(JSON.stringify(received.get(key) ?? []));
    return;
  }
  const body = (await json(request)) as ModelRequest["body"];
  received.set(key, [...(received.get(key) ?? []), { path, body }]);
  const behaviour = body.model as ModelBehaviour;
  const stream = streams[behaviour]?.(body.tools[0]?.function.name ?? "");
  if (stream) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const whole = Buffer.from(stream.join(""));
    const size = behaviour === "flood" ? 65_536 : 50;
    for (let at = 0; at < whole.length; at += size) response.write(whole.subarray(at, at + size));
    response.end();
    return;
  }
  switch (behaviour) {
    case "error":
      response.writeHead(401, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } }));
      return;
    case "overloaded":
      response.writeHead(503).end("Service unavailable");
      return;
    case "page":
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
      return;
    case "redirect":
      response.writeHead(307, { location: "https://model.test/elsewhere" }).end();
      return;
    case "hangs-midway":
      response.writeHead(200, { "content-type": "text/event-stream" }).write(chunk({ content: "I" }));
      return;
    case "hangs":
      return;
  }
}
