import DownloadIcon from "lucide-react/icons/download";
import PrinterIcon from "lucide-react/icons/printer";
import { ShownOnceDialog } from "../../../../ui/api-keys/shown-once-dialog";
import { Button } from "../../../../ui/buttons/button";
import { CopyButton } from "../../../../ui/buttons/copy-button";
import { useTranslation } from "../../../../ui/translation/use-translation";

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
