import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { isKnownError } from "../../../kit/errors/known-error";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { Select } from "../../../ui/forms/select";
import { Dialog } from "../../../ui/overlays/dialog";
import { Name } from "../../../ui/text/name";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { userName } from "../user-name";
import type { PartProps } from "./parts";
import { useUserWrites } from "./user-writes";

const hourMillis = 3_600_000;

/** Makes a session of the user for the owner, and shows how a browser uses it. */
export default function ImpersonateDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { write } = useUserWrites(user);
  const [hours, setHours] = useState<"1" | "8" | "24">("1");
  const lifetime = Number(hours) * hourMillis;
  const options = { expiresInMillis: lifetime, isImpersonation: true };
  const session = useMutation({
    mutationFn: async () => {
      let snippet = "";
      await write({
        call: ["user.createSession", options],
        run: async () => {
          const { refreshToken } = await (await user.createSession(options)).getTokens();
          snippet = impersonationSnippet(projectId, refreshToken ?? "", lifetime);
        },
      });
      return snippet;
    },
  });

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Impersonate the user")}
      description={t.rich(
        "You use your website as {name}. Their sessions are not changed, the audit log records it, and you cannot change how they sign in.",
        { name: <Name>{userName(user, t)}</Name> },
      )}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {session.data === undefined ? t("Cancel") : t("Close")}
          </Button>
          {session.data === undefined && (
            <Button isPending={session.isPending} onClick={() => session.mutate()}>
              {t("Start session")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {session.error && (
          <Alert tone="danger">
            {isKnownError(session.error, "USER_RESTRICTED")
              ? t("The user is restricted and cannot sign in.")
              : describeFailure(session.error, t)}
          </Alert>
        )}
        {session.data === undefined ? (
          <Select
            label={t("Ends after")}
            options={[
              { value: "1", label: t("1 hour") },
              { value: "8", label: t("8 hours") },
              { value: "24", label: t("1 day") },
            ]}
            value={hours}
            onValueChange={setHours}
          />
        ) : (
          <>
            <p className="text-sm text-ink-soft">
              {t(
                "Open your website in a private window, open the browser’s console there, and paste this. It is a key to the account: do not share it.",
              )}
            </p>
            <CodeBlock title="console" code={session.data} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/**
 * Returns JavaScript that signs in to a website as the user, in the browser that runs it. It keeps the session where the kit's
 * token store "cookie" reads it.
 */
export function impersonationSnippet(projectId: string, refreshToken: string, lifetimeMillis: number): string {
  const attributes = `Max-Age=${Math.floor(lifetimeMillis / 1000)}; path=/; SameSite=Lax`;
  const secure = 'location.protocol === "https:" ? "; Secure" : ""';
  const cookie = `stack-refresh-${projectId}=${encodeURIComponent(refreshToken)}; ${attributes}`;
  return `document.cookie = ${JSON.stringify(cookie)} + (${secure});\nlocation.reload();`;
}
