import { useRef, useState } from "react";
import type { InternalApiKeyFirstView } from "../../kit";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { CodeBlock, CopyField } from "../../ui/copy";
import { Dialog } from "../../ui/dialog";
import { useApiUrl } from "../api-url";
import { environmentFile } from "../overview/snippets";
import { useOwnedProject } from "../use-owned-projects";

/** Shows keys in full, for the only time. It closes once that has been understood. */
export function NewKeysDialog({ keys, onClose }: { keys: InternalApiKeyFirstView; onClose: () => void }) {
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  const [isUnderstood, setIsUnderstood] = useState(false);
  const [isReminded, setIsReminded] = useState(false);
  const acknowledgement = useRef<HTMLInputElement>(null);

  function close() {
    if (isUnderstood) return onClose();
    setIsReminded(true);
    acknowledgement.current?.focus();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title="Your new keys"
      description="Copy them to a safe place now. They cannot be shown again."
      actions={<Button onClick={close}>Close</Button>}
    >
      <div className="flex min-w-0 flex-col gap-4">
        {keys.publishableClientKey && <CopyField label="Publishable client key" value={keys.publishableClientKey} />}
        {keys.secretServerKey && <CopyField label="Secret server key" value={keys.secretServerKey} />}
        {keys.superSecretAdminKey && <CopyField label="Super secret admin key" value={keys.superSecretAdminKey} />}
        <CodeBlock title=".env" code={environmentFile({ apiUrl, projectId: project.id }, keys)} />
        {isReminded && !isUnderstood && (
          <Alert tone="warning">Tick the box below first, so that the keys are not lost by accident.</Alert>
        )}
        <Checkbox
          ref={acknowledgement}
          label="I have copied the keys, and understand that they are not shown again"
          checked={isUnderstood}
          onChange={(event) => setIsUnderstood(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
