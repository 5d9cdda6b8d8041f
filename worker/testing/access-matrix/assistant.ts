// The assistant of e-mail sources.
import type { Row } from "./row";

const params = { thread_id: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac" };
const notAdmins = "signedOut anonymous self otherUser member holder server foreign";

export const assistant: Row[] = [
  {
    key: "POST /internal/ai-chat/{thread_id}",
    input: () => ({ params, body: { context_type: "email-theme", messages: [{ role: "user", content: "blue" }] } }),
    // No model is configured.
    outcomes: { "501": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
    withoutEvent: "It asks a model, and stores nothing.",
  },
  {
    key: "PATCH /internal/ai-chat/{thread_id}",
    input: () => ({ params, body: { message: "blue" } }),
    outcomes: { "200": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
    withoutEvent: "The thread holds what was said; what becomes of it is recorded when it is saved.",
  },
  {
    key: "GET /internal/ai-chat/{thread_id}",
    input: () => ({ params }),
    outcomes: { "200": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
  },
];
