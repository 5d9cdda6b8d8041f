import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { Card, CardFooter } from "../../../ui/layout/card";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { UnsavedChanges } from "../../unsaved/unsaved-changes";
import { MailPreview, type PreviewWidth, useRenderedMail } from "../content/mail-preview";
import { useIsOnSharedServer } from "../content/own-server-notice";
import { draftsOptions, templatesOptions } from "../content/queries";
import { useVariableReader } from "../content/variables-card";
import { ContentFields } from "./content-fields";
import { sendMailOptions } from "./queries";
import { RecipientsField } from "./recipients-field";
import {
  categories,
  previewSource,
  previewTheme,
  problemsOf,
  sendOptionsOf,
  variablesOf,
  type WrittenMail,
} from "./written-mail";

const ConfirmSend = lazy(() => import("./confirm-send"));

/** A mail as it is made: who gets it, what it says, how it looks, and the question before it goes out. */
export function SendForm({ initial }: { initial: WrittenMail }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const navigate = useNavigate();
  const { show } = useShownCode();
  const isOnSharedServer = useIsOnSharedServer();
  const [mail, setMail] = useState(initial);
  const [attempts, setAttempts] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: send } = useMutation(sendMailOptions(app));
  const change = (changes: Partial<WrittenMail>) => setMail((mail) => ({ ...mail, ...changes }));
  const problems = problemsOf(mail, t);
  const shown = attempts > 0 ? problems : {};
  const form = useRef<HTMLDivElement>(null);
  const { rendered, ...preview } = usePreview(mail, change);
  const category = categories.find((each) => each === rendered.mail?.category) ?? mail.category;

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);

  async function confirm() {
    const sendId = await send(mail);
    show({ title: t("Send an email"), code: kitCode([], "serverApp.sendEmail", sendOptionsOf(mail)) });
    await navigate({
      to: "/projects/$projectId/emails/sends/$sendId",
      params: { projectId, sendId },
      search: {},
      ignoreBlocker: true,
    });
  }

  return (
    <div ref={form} className="grid items-start gap-6 xl:grid-cols-2">
      <UnsavedChanges isDirty={mail.html !== initial.html || mail.users.length > initial.users.length} />
      <div className="flex min-w-0 flex-col gap-6">
        <RecipientsField mail={mail} onChange={change} error={shown.users} />
        <Card title={t("Content")}>
          <ContentFields mail={mail} onChange={change} problems={shown} />
          <CardFooter>
            <Button
              disabled={isOnSharedServer}
              onClick={() => {
                setAttempts((count) => count + 1);
                setIsAsking(Object.keys(problems).length === 0);
              }}
            >
              {t("Review and send")}
            </Button>
          </CardFooter>
        </Card>
      </div>
      <MailPreview rendered={rendered} {...preview} onGoTo={() => undefined} />
      {isAsking && (
        <Suspense>
          {" "}
          <ConfirmSend
            mail={mail}
            subject={mail.subject.trim() || rendered.mail?.subject}
            category={category}
            onConfirm={confirm}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The mail as it will look, with its variables. Those that a template has in previews are what it begins with. */
function usePreview(mail: WrittenMail, change: (changes: Partial<WrittenMail>) => void) {
  const { app } = useOwnedProject();
  const { data: drafts } = useSuspenseQuery(draftsOptions(app));
  const { data: templates } = useSuspenseQuery(templatesOptions(app));
  const [width, onWidthChange] = useState<PreviewWidth>("desktop");
  const { kind, templateId } = mail;
  const reader = useVariableReader(kind === "template");
  const template = kind === "template" ? templates.find(({ id }) => id === templateId)?.tsxSource : undefined;
  const variables = reader && template !== undefined ? reader.previewVariables(template) : undefined;
  const example =
    variables && JSON.stringify(Object.fromEntries(variables.map((each) => [each.name, each.value])), null, 2);
  const [begun, setBegun] = useState<string>();
  const isNew = example !== undefined && begun !== templateId;

  useEffect(() => {
    if (!isNew) return;
    setBegun(templateId);
    change({ variables: example });
  });

  const source = previewSource(mail, { templates, drafts });
  const values = variablesOf(mail.variables);
  const rendered = useRenderedMail(
    source === undefined
      ? null
      : {
          templateTsxSource:
            reader && values && kind === "template" ? reader.withPreviewValues(source, values) : source,
          themeId: previewTheme(mail, drafts),
        },
  );
  const subject = mail.subject.trim();
  const withSubject = rendered.mail && subject ? { ...rendered.mail, subject } : rendered.mail;
  return { rendered: { ...rendered, mail: withSubject }, width, onWidthChange };
}
