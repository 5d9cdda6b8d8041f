/** The module that sources import as `@stackframe/emails`: what they say about a mail beside its content. */

/** The subject of the mail. */
export function Subject(_props: { value: string }): null {
  return null;
}

/** The category of notifications that the mail belongs to, by its name. */
export function NotificationCategory(_props: { value: string }): null {
  return null;
}
