import { type FormEvent, useId, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { CopyField } from "../../../ui/data/copy-field";
import { QrCode } from "../../../ui/data/qr-code";
import { Alert } from "../../../ui/feedback/alert";
import { CodeField } from "../../../ui/forms/code-field";
import { Dialog } from "../../../ui/overlays/dialog";
import { useToast } from "../../../ui/overlays/toast";
import { describeFailure } from "../../failure-wording";
import { isTotpOf, newTotpSecret, otpauthUri, totpDigits, typedSecret } from "../../totp";
import type { SectionProps } from "./section";

/** Hands a new secret to an authenticator app, and switches on only when the app has shown that it holds it. */
export function MfaDialog({ user, project, onClose }: SectionProps & { onClose: () => void }) {
  const formId = useId();
  const toast = useToast();
  const [secret] = useState(newTotpSecret);
  const [code, setCode] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function enable(typed: string) {
    setFailure(undefined);
    const isRight = isTotpOf(secret, typed);
    setIsWrong(!isRight);
    if (!isRight) return;
    setIsSaving(true);
    try {
      await user.update({ totpMultiFactorSecret: secret });
      onClose();
      toast({ tone: "success", message: "Two-step verification is on." });
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Set up two-step verification"
      description="Scan this code with your authenticator app, or type the key into it."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={isSaving}>
            Switch on
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void enable(code);
        }}
        className="flex flex-col gap-5"
      >
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="mx-auto size-56">
          <QrCode
            label="QR code for your authenticator app"
            text={otpauthUri({ issuer: project.displayName, account: user.primaryEmail ?? user.id, secret })}
          />
        </div>
        <CopyField label="Key" value={typedSecret(secret)} isTyped />
        <CodeField
          label="Then enter the six-digit code that the app shows"
          pattern="[0-9]*"
          length={totpDigits}
          value={code}
          readOnly={isSaving}
          error={isWrong ? "This code is not right. Wait for the next one, and try again." : undefined}
          onValueChange={(typed) => {
            setCode(typed);
            setIsWrong(false);
            if (typed.length === totpDigits) void enable(typed);
          }}
        />
      </form>
    </Dialog>
  );
}
