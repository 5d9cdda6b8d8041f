import { type LinkedPage, linkedPage } from "../emails";

const outcomes = {
  asked: {
    status: 200,
    title: "Was this not you?",
    text: "Sign your account out on every device, so that no one else stays signed in. You can sign in again afterwards.",
    button: "Sign out everywhere",
  },
  done: {
    status: 200,
    title: "Your account is signed out everywhere",
    text: "Now sign in again and choose a new password. Then look through your account settings: remove addresses, passkeys and linked accounts that are not yours.",
  },
  used: {
    status: 200,
    title: "You have used this link before",
    text: "It signed your account out on every device. Sessions that began afterwards are listed in your account settings.",
  },
  expired: {
    status: 400,
    title: "This link has expired",
    text: "Nothing was changed. You can end sessions in your account settings, or choose a new password.",
  },
  unknown: {
    status: 404,
    title: "This link does not work",
    text: "Nothing was changed. Please make sure that you opened the whole link, or choose a new password.",
  },
} as const satisfies Record<string, LinkedPage>;

/** What the link of a security notice leads to. */
export function endSessionsPage(outcome: keyof typeof outcomes): Promise<Response> {
  return linkedPage(outcomes[outcome]);
}
