/** Mails from sources of users: the interface of the sandbox that renders them. */
export type EmailSource = { tsx: string } | { html: string };

export type RenderResult =
  | { ok: true; mails: { html: string; text: string; subject?: string; notificationCategory?: string }[] }
  | { ok: false; error: { message: string; reason: "source" | "unavailable" } };

export async function renderEmails(..._: unknown[]): Promise<RenderResult> {
  const message = "This installation does not render sources of its users. Built-in themes work.";
  return { ok: false, error: { message, reason: "unavailable" } };
}
