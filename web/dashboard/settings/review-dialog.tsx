import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Dialog } from "../../ui/overlays/dialog";
import { useShownCode } from "../code/shown-code";
import { configCode, hidden } from "../code/written-code";
import type { Setting } from "../forms/config-document";
import { hiddenSecret, saveConfigOptions } from "../forms/config-queries";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { type ConfigChange, overrideOf, withoutSecrets } from "./config-changes";

/** The most characters of a value in the list of changes. */
const maxValueLength = 400;

/** Shows what changes, setting by setting, and saves it. */
export function ReviewDialog({
  changes,
  onClose,
  onSaved,
  onRefused,
}: {
  changes: readonly ConfigChange[];
  onClose: () => void;
  onSaved: () => void;
  /** Shows a refusal in the document; false where it belongs to no line of it. */
  onRefused: (error: unknown) => boolean;
}) {
  const t = useTranslation();
  const { show } = useShownCode();
  const { mutateAsync, isPending } = useMutation(saveConfigOptions(useOwnedProject()));
  const [failure, setFailure] = useState<string>();

  async function save() {
    setFailure(undefined);
    const override = overrideOf(changes);
    try {
      await mutateAsync(override);
    } catch (error) {
      if (!onRefused(error)) setFailure(describeFailure(error, t));
      return;
    }
    const code = withoutSecrets(override, "", (name) =>
      hidden(name === "password" ? "SMTP_PASSWORD" : "CLIENT_SECRET"),
    );
    show({ title: t("Change settings"), code: configCode(code as Record<string, unknown>) });
    onSaved();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("{count, plural, one {Save # change?} other {Save # changes?}}", { count: changes.length })}
      description={t("They apply at once, for every app of the project.")}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("Go on editing")}
          </Button>
          <Button onClick={() => void save()} isPending={isPending}>
            {t("Save changes")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <ul aria-label={t("Changes")} className="flex flex-col gap-3">
          {changes.map(({ path, from, to }) => (
            <li key={path} className="flex flex-col gap-1 rounded-control border border-line p-3 text-xs">
              <span className="font-mono font-medium wrap-anywhere text-ink">{path}</span>
              {from !== undefined && (
                <del className="font-mono wrap-anywhere whitespace-pre-wrap text-danger no-underline">
                  <span aria-hidden="true">− </span>
                  <span className="sr-only">{t("Before:")} </span>
                  {valueText(from, path)}
                </del>
              )}
              {to === undefined ? (
                <span className="text-ink-soft">{t("Taken away: the default applies, where there is one.")}</span>
              ) : (
                <ins className="font-mono wrap-anywhere whitespace-pre-wrap text-success no-underline">
                  <span aria-hidden="true">+ </span>
                  <span className="sr-only">{t("After:")} </span>
                  {valueText(to, path)}
                </ins>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function valueText(value: Setting, path: string): string {
  const shown = withoutSecrets(value, path.split(".").at(-1) ?? "", () => hiddenSecret);
  const text = JSON.stringify(shown, null, 2);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
