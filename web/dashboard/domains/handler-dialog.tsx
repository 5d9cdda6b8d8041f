import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { AdminOwnedProject } from "../../kit";
import { TextField } from "../../ui/forms/text-field";
import { useDone } from "../code/use-writes";
import { configCode } from "../code/written-code";
import { FormDialog } from "../dialogs/form-dialog";
import { useTranslation } from "../translation/use-translation";
import { type TrustedDomain, trustDomainOptions } from "./queries";
import { checkHandlerPath } from "./trusted-domain";

/** Changes the path below which a website has its handler pages. */
export function HandlerDialog({
  project,
  trusted: { domain, handlerPath },
  onClose,
}: {
  project: AdminOwnedProject;
  trusted: TrustedDomain;
  onClose: () => void;
}) {
  const t = useTranslation();
  const done = useDone();
  const { mutateAsync: trust } = useMutation(trustDomainOptions(project));
  const form = useForm({ defaultValues: { handlerPath } });
  return (
    <FormDialog
      form={form}
      title={t("Handler of {domain}", { domain })}
      description={t("The pages of sign-in and account settings of this website are below this path.")}
      submitLabel={t("Save changes")}
      onClose={onClose}
      onSubmit={async (typed) => {
        const override = await trust({ domain, handlerPath: typed.handlerPath.trim() });
        done({
          message: t("Your changes are saved."),
          title: t("Change a handler path"),
          code: configCode(override),
        });
        onClose();
      }}
    >
      <TextField
        label={t("Handler path")}
        hint={t("The website’s own sign-in pages are below it, if it has any. A website with only the tag has none.")}
        autoComplete="off"
        spellCheck={false}
        placeholder="/handler"
        error={form.formState.errors.handlerPath?.message}
        {...form.register("handlerPath", { validate: (path) => checkHandlerPath(path, t) })}
      />
    </FormDialog>
  );
}
