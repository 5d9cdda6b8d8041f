import ExternalLinkIcon from "lucide-react/icons/external-link";
import { useState } from "react";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { Dialog } from "../../ui/overlays/dialog";
import { useConfig } from "../forms/config";
import { settingAt } from "../forms/config-document";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

/** Leads to the hosted sign-in page of the project, as its users see it. Not there while hosted pages are off. */
export function TestSignIn() {
  const t = useTranslation();
  const { id } = useOwnedProject();
  const [isOpen, setIsOpen] = useState(false);
  if (settingAt(useConfig(), "hostedPages.enabled") !== true) return null;
  const address = `${window.location.origin}/handler/sign-in?project_id=${id}`;
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t("Try the sign-in")}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t("Try the sign-in")}
        description={t(
          "Open the sign-in page in a private window to see what a new user sees. In this window it shows the account instead if you are signed in to the project already.",
        )}
        actions={
          <a href={address} target="_blank" rel="noreferrer" className={buttonClasses("primary")}>
            <ExternalLinkIcon aria-hidden="true" />
            {t("Open in a new tab")}
          </a>
        }
      >
        <CopyField label={t("Address of the sign-in page")} value={address} />
      </Dialog>
    </>
  );
}
