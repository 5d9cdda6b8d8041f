import DownloadIcon from "lucide-react/icons/download";
import PrinterIcon from "lucide-react/icons/printer";
import { useState } from "react";
import type { CurrentUser } from "../../../../kit/index";
import { ShownOnceDialog } from "../../../../ui/api-keys/shown-once-dialog";
import { Button } from "../../../../ui/buttons/button";
import { CopyButton } from "../../../../ui/buttons/copy-button";
import { Badge } from "../../../../ui/feedback/badge";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { useMutation, useSuspenseQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";

/** Shows new recovery codes, to be copied, downloaded or printed. They cannot be shown again. */
export function RecoveryCodesDialog({
  codes,
  projectName,
  onClose,
}: {
  codes: readonly string[];
  projectName: string;
  onClose: () => void;
}) {
  const t = useTranslation();
  const text = `${codes.join("\n")}\n`;
  return (
    <ShownOnceDialog
      title={t("Save your recovery codes")}
      description={t(
        "Each code signs you in once without your authenticator app, for when you lose it. Keep them where the app is not, such as on paper or in a password manager.",
      )}
      acknowledgement={t("I have saved these codes.")}
      reminder={t(
        "You cannot see these codes again. Without them, a lost authenticator app locks you out of your account.",
      )}
      onClose={onClose}
    >
      <div data-printed className="flex flex-col gap-3">
        <p className="hidden text-base font-semibold print:block">
          {t("Recovery codes for {project}", { project: projectName })}
        </p>
        <ol
          aria-label={t("Recovery codes")}
          dir="ltr"
          className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-sunken px-4 py-3.5 font-mono text-xs/5 text-ink sm:text-sm/6"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={t("Copy recovery codes")} variant="secondary" />
        <Button
          variant="secondary"
          size="small"
          onClick={() => download(text, `${t("Recovery codes for {project}", { project: projectName })}.txt`)}
        >
          <DownloadIcon aria-hidden="true" />
          {t("Download")}
        </Button>
        <Button variant="secondary" size="small" onClick={() => window.print()}>
          <PrinterIcon aria-hidden="true" />
          {t("Print")}
        </Button>
      </div>
    </ShownOnceDialog>
  );
}

function download(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

const codesPerUser = 10;
/** From this many on, the user is asked to make new ones. */
const fewCodes = 3;

/** Shows how many recovery codes are left, and new ones in their place. */
export function RecoveryCodes({ user, onCreated }: { user: CurrentUser; onCreated: (codes: string[]) => void }) {
  const t = useTranslation();
  const { data: remaining } = useSuspenseQuery(viewOf(user, user.countRecoveryCodes));
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useMutation({ mutationFn: () => user.createRecoveryCodes(), onSuccess: onCreated });

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-medium text-ink">
          {t("Recovery codes")}
          <Badge tone={remaining > fewCodes ? "neutral" : "warning"}>
            {t("{remaining} of {total} left", { remaining, total: codesPerUser })}
          </Badge>
        </span>
        <span className="text-sm text-ink-soft">
          {remaining === 0
            ? t("Without them, a lost authenticator app locks you out of your account.")
            : t("Each signs you in once without your authenticator app.")}
        </span>
      </div>
      <Button variant="secondary" size="small" onClick={() => (remaining === 0 ? mutateAsync() : setIsAsking(true))}>
        {t("Make new codes")}
      </Button>
      <ConfirmMutation
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t("Make new recovery codes?")}
        description={t("The codes that you have saved before stop working.")}
        confirmLabel={t("Make new codes")}
        confirmVariant="primary"
        mutationFn={() => mutateAsync()}
      />
    </div>
  );
}
