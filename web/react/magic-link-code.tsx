import { useState } from "react";
import { isKnownError } from "../kit/errors/known-error";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { useApp } from "./app-context";
import { useAuthentication } from "./authentication";
import { CodeEntry } from "./code-entry";
import { describeFailure } from "./failure-wording";
import { type SentMagicLink, useSendMagicLink } from "./send-magic-link";

type MagicLinkCodeProps = {
  sent: SentMagicLink;
  /** Another mail went out. */
  onSent: (sent: SentMagicLink) => void;
  /** The address was not the right one. */
  onBack: () => void;
};

/** Takes the code of the mail that went out. */
export function MagicLinkCode({ sent, onSent, onBack }: MagicLinkCodeProps) {
  const app = useApp();
  const authenticate = useAuthentication();
  const send = useSendMagicLink();
  const [notice, setNotice] = useState<{ tone: "success" | "danger"; text: string }>();

  async function check(typed: string): Promise<boolean | string> {
    setNotice(undefined);
    try {
      const result = await authenticate(() => app.signInWithMagicLink(typed + sent.nonce));
      return result.status === "ok" || complaintAbout(result.error);
    } catch (error) {
      setNotice({ tone: "danger", text: describeFailure(error) });
      return false;
    }
  }

  async function sendAgain() {
    setNotice(undefined);
    const outcome = await send(sent.email);
    if (typeof outcome === "string") return setNotice({ tone: "danger", text: outcome });
    onSent(outcome);
    setNotice({ tone: "success", text: "A new code is on its way. Use the newest one." });
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="text-center text-sm wrap-break-word text-ink-soft">
        We sent an email to <strong className="font-medium text-ink">{sent.email}</strong>. Enter its code, or open its
        link.
      </p>
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
      {/* A new mail has a new code, so its boxes start anew. */}
      <CodeEntry
        key={sent.nonce}
        label="Code from the email"
        inputMode="text"
        autoCapitalize="characters"
        read={readCode}
        check={check}
      />
      <div className="flex flex-col gap-2">
        <Button variant="secondary" onClick={sendAgain}>
          Send a new code
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Use another email address
        </Button>
      </div>
    </div>
  );
}

/** Codes are Crockford base-32: their letters leave out those that look like digits. */
function readCode(typed: string): string {
  return typed.toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

function complaintAbout(error: unknown): string {
  if (isKnownError(error, "VERIFICATION_CODE_EXPIRED")) return "This code has expired. Send a new one.";
  if (isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return "This code was already used. Send a new one.";
  if (isKnownError(error, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")) return "Too many tries. Send a new code.";
  return "This code is not right. Check the email and try again.";
}
