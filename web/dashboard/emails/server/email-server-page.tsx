import { useForm } from "react-hook-form";
import { Form } from "../../../react/forms/form";
import { useFormMutation } from "../../../react/forms/use-form-mutation";
import { Alert } from "../../../ui/feedback/alert";
import { Radio } from "../../../ui/forms/radio";
import { Card } from "../../../ui/layout/card";
import { useToast } from "../../../ui/overlays/toast";
import { configOptions, hiddenSecret, refusedSetting } from "../../forms/config-queries";
import { SaveBar } from "../../forms/save-bar";
import { useConfig, useSaveConfig } from "../../forms/use-config";
import { SectionHeader } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { EmailsNavigation } from "../emails-navigation";
import { OwnServerFields } from "./own-server-fields";
import { type ServerKind, type ServerValues, serverField, serverOverride, serverValues } from "./server-values";
import { TestEmail } from "./test-email";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** Shows by which server the project's emails leave, with a test of it before it is saved. */
export function EmailServerPage() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Emails")}
        tabTitle={t("Email server")}
        description={t("By which mail server the emails of this project go out, and under which name.")}
        reference="Emails"
      />
      <EmailsNavigation open="server" />
      <ServerForm />
    </div>
  );
}

/** Chooses the mail server, and says how to reach it where it is the project's own. */
function ServerForm() {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const saved = serverValues(useConfig());
  // Not with dirty values kept: a typed password would stay one beside the dots that stand for it once it is stored.
  const form = useForm<ServerValues>({ values: saved });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (typed) => {
      await save(serverOverride(typed, saved));
      form.reset({ ...typed, password: typed.kind === "shared" ? saved.password : hiddenSecret });
      toast({
        tone: "success",
        message: typed.kind === "shared" ? t("Emails go out by the shared server.") : t("The mail server is saved."),
      });
    },
    explain: (error) => {
      const refused = refusedSetting(error);
      const field = refused && serverField(refused.path);
      return field && { field, message: refused.message };
    },
  });
  const kind = form.watch("kind");

  function choose(kind: ServerKind) {
    form.setValue("kind", kind, { shouldDirty: true });
    // The password of one server is none of another.
    form.setValue("password", kind === saved.kind || saved.kind === "shared" ? saved.password : "", {
      shouldDirty: true,
    });
    form.clearErrors();
  }

  const kinds = [
    {
      value: "shared",
      label: t("Shared mail server"),
      hint: t(
        "Nothing to set up. For development: you can neither change templates nor send emails of your own by it.",
      ),
    },
    { value: "smtp", label: t("Your own SMTP server"), hint: t("Any email service, by its host and password.") },
    { value: "resend", label: "Resend", hint: t("With an API key, in batches.") },
  ] as const;

  return (
    <Card title={t("Mail server")}>
      <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
        <fieldset className="grid gap-3 lg:grid-cols-3">
          <legend className="sr-only">{t("Mail server")}</legend>
          {kinds.map(({ value, label, hint }) => (
            <Radio
              key={value}
              name="kind"
              label={label}
              hint={hint}
              checked={kind === value}
              onChange={() => choose(value)}
            />
          ))}
        </fieldset>
        {kind === "shared" ? (
          saved.kind !== "shared" && (
            <Alert tone="warning">
              {t(
                "With the shared server, your own templates stay stored but bulk emails can no longer be sent. The settings of your server stay for when you switch back.",
              )}
            </Alert>
          )
        ) : (
          <>
            <OwnServerFields form={form} kind={kind} />
            <TestEmail form={form} />
          </>
        )}
        <SaveBar isDirty={form.formState.isDirty} isPending={isPending} onDiscard={() => form.reset(saved)} />
      </Form>
    </Card>
  );
}
