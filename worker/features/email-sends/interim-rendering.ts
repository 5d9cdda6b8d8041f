export type EmailSource = { tsx: string } | { html: string };
type Mail = { html: string; text: string; subject?: string; notificationCategory?: string };
type Result = { ok: true; mails: Mail[] } | { ok: false; error: { message: string; reason: "source" | "unavailable" } };
export async function renderEmails(
  _: unknown,
  { source }: { source: EmailSource; [other: string]: unknown },
  recipients: { user: { displayName: string | null }; unsubscribeLink?: string }[],
): Promise<Result> {
  if (!("html" in source)) return { ok: false, error: { message: "not yet", reason: "unavailable" } };
  return {
    ok: true,
    mails: recipients.map(({ unsubscribeLink }) => ({
      html: `<html><body><div>${source.html}</div>${unsubscribeLink ? `<a href="${unsubscribeLink}">Unsubscribe</a>` : ""}</body></html>`,
      text: source.html.replace(/<[^>]*>/g, ""),
    })),
  };
}
