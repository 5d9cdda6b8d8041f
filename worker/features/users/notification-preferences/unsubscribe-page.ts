import { type LinkedPage, linkedPage } from "../../emails";

const outcomes = {
  asked: {
    status: 200,
    title: "Unsubscribe from these emails?",
    text: "You will get no more emails of this kind.",
    button: "Unsubscribe",
  },
  done: {
    status: 200,
    title: "You are unsubscribed",
    text: "You will get no more emails of this kind. You can switch them on again in your account settings.",
  },
  used: {
    status: 200,
    title: "You have used this link before",
    text: "There was nothing left to do. Your account settings show which emails you get.",
  },
  expired: {
    status: 400,
    title: "This link has expired",
    text: "Nothing was changed. Please use the link in a newer email, or switch these emails off in your account settings.",
  },
  unknown: {
    status: 404,
    title: "This link does not work",
    text: "Nothing was changed. Please make sure that you opened the whole link, or switch these emails off in your account settings.",
  },
} as const satisfies Record<string, LinkedPage>;

/** What the link in a mail leads to. */
export function unsubscribePage(outcome: keyof typeof outcomes): Promise<Response> {
  return linkedPage(outcomes[outcome]);
}
