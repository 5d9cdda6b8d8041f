import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Radio } from "../../ui/forms/radio";
import { Modal } from "../dialogs/modal";
import { languageNames, type NamedLanguage } from "../translation/languages";
import { changeLanguage, chosenLanguage } from "../translation/load-translation";
import { useTranslation } from "../translation/use-translation";

/** Chooses the language of the dashboard, which is shown in it at once. */
export function LanguageDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const name = useId();
  const change = useMutation({ mutationFn: changeLanguage });
  const chosen = change.isPending ? change.variables : chosenLanguage();
  return (
    <Modal
      title={t("Language")}
      description={t("Of the dashboard, in this browser. Your users see the sign-in pages in the language of theirs.")}
      actions={<Button onClick={onClose}>{t("Done")}</Button>}
      onClose={onClose}
    >
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="sr-only">{t("Language")}</legend>
        {change.error && <Alert tone="danger">{describeFailure(change.error, t)}</Alert>}
        <Radio
          name={name}
          label={t("As the browser")}
          checked={chosen === undefined}
          onChange={() => change.mutate(undefined)}
        />
        {(Object.keys(languageNames) as NamedLanguage[]).map((language) => (
          <Radio
            key={language}
            name={name}
            label={<span lang={language}>{languageNames[language]}</span>}
            checked={chosen === language}
            onChange={() => change.mutate(language)}
          />
        ))}
      </fieldset>
    </Modal>
  );
}
