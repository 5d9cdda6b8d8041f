import type { Group } from "./entry";

const source = 'export function EmailTheme({ children }) { return <div className="bg-blue-50">{children}</div>; }';

export const assistant: Group = {
  section: "Administration",
  name: "Assistant",
  description:
    "A model that writes the sources of e-mail themes, templates and drafts, where the operator of the installation has configured one. The owner's messages and the source go to that model.",
  samples: {
    thread_id: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
    context_type: "email-theme",
    "body.messages": [{ role: "user", content: [{ type: "text", text: "Make it blue" }] }],
    "body.message": { role: "user", content: [{ type: "text", text: "Make it blue" }] },
    "response.messages": [{ role: "user", content: [{ type: "text", text: "Make it blue" }] }],
    "response.content": [
      { type: "text", text: "The background is blue now." },
      {
        type: "tool-call",
        toolName: "createEmailTheme",
        toolCallId: "call_8f2b",
        args: { content: source },
        argsText: JSON.stringify({ content: source }),
        result: "success",
      },
    ],
  },
  endpoints: {
    "POST /internal/ai-chat/{thread_id}": {},
    "PATCH /internal/ai-chat/{thread_id}": {},
    "GET /internal/ai-chat/{thread_id}": {},
  },
};
