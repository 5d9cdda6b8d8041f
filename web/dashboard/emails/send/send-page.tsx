import { useSuspenseQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { SectionHeader } from "../../shell/section-header";
import { useTranslation } from "../../translation/use-translation";
import { draftsOptions, templatesOptions } from "../content/queries";
import { EmailsNavigation } from "../emails-navigation";
import { failedSendOptions } from "./queries";
import { SendForm } from "./send-form";
import { SendsCard } from "./sends-card";
import { SharedServerNotice } from "./shared-server-notice";
import { newMail, type WrittenMail } from "./written-mail";

/** Makes a mail to some or all users, and lists the latest ones. */
export function SendPage() {
  const t = useTranslation();
  const { again, ...search } = useSearch({ from: "/projects/$projectId/emails/send" });
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Send an email")}
        description={t("Write to one user, to some or to all of them. Each gets an email of their own.")}
        reference="Mails"
      />
      <EmailsNavigation open="send" />
      <SharedServerNotice />
      {again ? <SendAgain key={again} sendId={again} /> : <NewMail key={JSON.stringify(search)} {...search} />}
      <SendsCard />
    </div>
  );
}

function NewMail({ draft, template, to }: { draft?: string; template?: string; to?: string }) {
  const { app } = useOwnedProject();
  const { data: drafts } = useSuspenseQuery(draftsOptions(app));
  const { data: templates } = useSuspenseQuery(templatesOptions(app));
  const chosen = templates.find(({ id }) => id === template);
  const initial: WrittenMail = {
    ...newMail,
    ...(to && { users: [{ id: to, name: null, email: undefined }] }),
    ...(drafts.some(({ id }) => id === draft) && draft && { kind: "draft", draftId: draft }),
    ...(chosen && { kind: "template", templateId: chosen.id, themeId: chosen.themeId }),
  };
  return <SendForm initial={initial} />;
}

/** Begins with a mail that has failed some users: what it was made of, and them. */
function SendAgain({ sendId }: { sendId: string }) {
  const { app } = useOwnedProject();
  const { data } = useSuspenseQuery(failedSendOptions(app, sendId));
  const { variant, templateId, draftId, subject } = data.send;
  const initial: WrittenMail = {
    ...newMail,
    users: data.userIds.map((id) => ({ id, name: null, email: undefined })),
    kind: variant,
    templateId: templateId ?? "",
    draftId: draftId ?? "",
    subject: subject ?? "",
  };
  return <SendForm initial={initial} />;
}
