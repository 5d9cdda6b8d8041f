/** The module that sources import as `@stackframe/emails`: what they say about an email beside its content. */

/** The subject of the email. */
export function Subject(_props: { value: string }): null {
  return null;
}

/** The category of notifications that the email belongs to, by its name. */
export function NotificationCategory(_props: { value: string }): null {
  return null;
}
