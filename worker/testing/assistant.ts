/** Says what the stand-in for a model's server does, by the name of the model. */
export type ModelBehaviour =
  | "text"
  | "tool"
  | "invalid-arguments"
  | "no-json-arguments"
  | "empty-arguments"
  | "endless-arguments"
  | "text-and-invalid-arguments"
  | "unknown-tool"
  | "empty"
  | "not-json"
  | "flood"
  | "error"
  | "overloaded"
  | "page"
  | "redirect"
  | "hangs-midway"
  | "hangs";

/** A request that the stand-in received. */
export interface ModelRequest {
  path: string;
  body: {
    model: string;
    stream: boolean;
    messages: { role: string; content: string | null; tool_calls?: object[]; tool_call_id?: string }[];
    tools: { function: { name: string } }[];
  };
}

/** The settings of an instance with that model, under a key of one test's own. */
export function withModel(model: ModelBehaviour, settings: Record<string, string> = {}) {
  return {
    AI_API_URL: "https://model.test/v1/",
    AI_API_KEY: `key-${crypto.randomUUID()}`,
    AI_MODEL: model,
    ...settings,
  };
}

/** The requests that the stand-in received with a key. */
export async function modelRequests({ AI_API_KEY }: { AI_API_KEY: string }): Promise<ModelRequest[]> {
  const headers = { authorization: `Bearer ${AI_API_KEY}` };
  return (await fetch("https://model.test/requests", { headers })).json();
}
