import { type LinkedPage, linkedPage, nameOnPage } from "../../emails";
import type { NotificationCategory } from "./categories";

type Text = Omit<LinkedPage, "sender">;

const notWhole = {
  title: "This link does not work",
  text: "Nothing was changed. Please make sure that you opened the whole link, or switch these emails off in your account settings.",
};

const outcomes = {
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
  unknown: { status: 404, ...notWhole },
  invalid: { status: 400, ...notWhole },
} as const satisfies Record<string, Text>;

/** What the link in a mail leads to: the name of an outcome, or one that is about the mails of a category. */
export type UnsubscribeOutcome =
  | keyof typeof outcomes
  | { asked: NotificationCategory }
  | { done: NotificationCategory };

/** @param projectName absent where the link is of no project */
export function unsubscribePage(outcome: UnsubscribeOutcome, projectName?: string): Promise<Response> {
  const text = typeof outcome === "string" ? outcomes[outcome] : textAbout(outcome);
  const sender = projectName && nameOnPage(projectName);
  return linkedPage({ ...text, ...(sender && { sender }) });
}

function textAbout(outcome: Exclude<UnsubscribeOutcome, string>): Text {
  if ("asked" in outcome) {
    const kind = outcome.asked.name.toLowerCase();
    return {
      status: 200,
      title: `Unsubscribe from ${kind} emails?`,
      text: "You will get no more emails of this kind.",
      button: "Unsubscribe",
    };
  }
  const kind = outcome.done.name.toLowerCase();
  return {
    status: 200,
    title: `You are unsubscribed from ${kind} emails`,
    text: "You will get no more emails of this kind. You can switch them on again in your account settings.",
  };
}
