import type { InternalApiKeyFirstView } from "../../kit";
import { ShownOnceDialog } from "../../ui/api-keys/shown-once-dialog";
import { CodeBlock } from "../../ui/data/code-block";
import { CopyField } from "../../ui/data/copy-field";
import { useApiUrl } from "../api-url";
import { useOwnedProject } from "../projects/use-owned-projects";
import { environmentFile } from "../setup/environment-file";
import { SetupTabs } from "../setup/setup-tabs";
import { useTranslation } from "../translation/use-translation";

/** Shows new keys in full, for the only time. */
export function NewKeysDialog({ keys, onClose }: { keys: InternalApiKeyFirstView; onClose: () => void }) {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  return (
    <ShownOnceDialog
      title={t("Your new keys")}
      description={t("Copy them to a safe place now. They cannot be shown again.")}
      acknowledgement={t("I have copied the keys, and understand that they are not shown again")}
      reminder={t("Tick the box below first, so that the keys are not lost by accident.")}
      onClose={onClose}
    >
      {keys.publishableClientKey && (
        <CopyField label={t("Publishable client key")} value={keys.publishableClientKey} isTyped />
      )}
      {keys.secretServerKey && <CopyField label={t("Secret server key")} value={keys.secretServerKey} isTyped />}
      {keys.superSecretAdminKey && (
        <CopyField label={t("Super secret admin key")} value={keys.superSecretAdminKey} isTyped />
      )}
      <CodeBlock title=".env" code={environmentFile({ apiUrl, projectId: project.id }, keys)} />
      {(keys.publishableClientKey || keys.secretServerKey) && (
        // A link would leave the page, and the keys with it.
        <SetupTabs keys={keys} domains={(text) => text} />
      )}
    </ShownOnceDialog>
  );
}
