// Webhooks.
import type { Row } from "./row";

export const webhooks: Row[] = [
  {
    key: "POST /webhooks/svix-token",
    input: () => ({ body: {} }),
    outcomes: {
      "201": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
    withoutEvent: "What is done with the token is recorded; svix-service.test.ts has the event of one of Svix.",
  },
];
