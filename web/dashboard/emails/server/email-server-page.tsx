import { SectionHeader } from "../../shell/section-header";
import { useTranslation } from "../../translation/use-translation";
import { EmailsNavigation } from "../emails-navigation";
import { ServerForm } from "./server-form";

/** By which server the project's mails leave, with a test of it before it is saved. */
export function EmailServerPage() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Server settings")}
        tabTitle={t("Email server")}
        description={t("By which mail server the emails of this project go out, and under which name.")}
        reference="Mails"
      />
      <EmailsNavigation open="server" />
      <ServerForm />
    </div>
  );
}
