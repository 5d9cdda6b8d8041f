import { CodeBlock } from "../../../ui/data/code-block";
import { useTranslation } from "../../translation/use-translation";
import { MailFrame } from "../content/mail-frame";
import type { OpenedMail } from "./queries";

/** What a mail said, or why it is not there to be read. */
export function MailContent({ content: { status, html, text, message } }: Pick<OpenedMail, "content">) {
  const t = useTranslation();
  if (status === "shown" && html !== null) {
    return (
      <MailFrame
        title={t("What the email said")}
        html={html}
        className="h-96 w-full rounded-control border border-line bg-white scheme-light"
      />
    );
  }
  if (status === "shown" && text !== null) return <CodeBlock title={t("What the email said")} code={text} />;
  const reasons = {
    shown: t("This email was empty."),
    one_time_code: t("This email held a code or a link that signs in, so what it said is not kept."),
    not_kept: t("What this email said is not kept: that is done for emails to users only."),
    expired: t("What emails to users said is kept for 30 days. This one is older, or its user was deleted."),
    failed: t("What this email said cannot be shown: {reason}", { reason: message ?? "" }),
  };
  return <p className="text-sm text-ink-soft">{reasons[status]}</p>;
}
