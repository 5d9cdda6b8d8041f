import { Alert } from "../../ui/feedback/alert";
import { useTranslation } from "../../ui/translation/use-translation";
import { useRequestWait } from "../hooks/use-request-wait";
import { RateLimitNote } from "./rate-limit-note";

/** Says at the top of the window that requests wait, and why: the kit goes on trying meanwhile. */
export function ConnectionNotice() {
  const t = useTranslation();
  const wait = useRequestWait();
  if (!wait) return null;
  return (
    <div className="pointer-events-none fixed inset-x-4 top-4 z-60 mx-auto max-w-md rounded-control border border-line bg-raised shadow-float">
      <Alert tone="warning">
        {wait.reason === "unreachable" ? (
          t("The server does not respond. Check your connection: we keep trying.")
        ) : (
          <RateLimitNote until={wait.until} />
        )}
      </Alert>
    </div>
  );
}
