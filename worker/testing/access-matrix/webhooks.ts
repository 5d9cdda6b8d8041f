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
  },
];
