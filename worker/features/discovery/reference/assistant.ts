import type { Group } from "./entry";

const source = 'export function EmailTheme({ children }) { return <div className="bg-blue-50">{children}</div>; }';

export const assistant: Group = {
  section: "Administration",
  name: "Assistant",
  description:
    "A model that writes the sources of e-mail themes, templates and drafts, where the operator of the installation has configured one. The owner's messages and the source go to that model.",
  fields: {
    thread_id: "The id of the theme, the template or the draft that is written.",
    context_type: "What is written.",
    messages: "The conversation so far, oldest first.",
    role: "Whose message it is: the owner's, the assistant's, or the result of a tool call.",
    "messages.content": "A text, or a list of the blocks that the assistant responds with.",
    content: "What the assistant responds with, in its order: text, and calls of the tool that receives the source.",
    "content.type": "Which kind of block it is.",
    text: "What the assistant says.",
    toolName: "The tool that is called: `createEmailTheme` in themes, else `createEmailTemplate`.",
    toolCallId: "The id of the call, by which a message that is stored repeats it.",
    args: "The arguments of the call.",
    "args.content": "The whole new source.",
    argsText: "The arguments as JSON text.",
    result: "Always `success`: the caller applies the source itself.",
    "body.message": "The message, as any JSON value of up to 512 KiB.",
    "response.messages": "The stored messages, oldest first, as they were appended.",
  },
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
