import { suggestAddress } from "../react/forms/suggest-address";
import { explanationOf } from "../react/pages/error";
import { Alert } from "../ui/feedback/alert";
import { useTranslation } from "../ui/translation/use-translation";

// Loaded when a sign-in has failed: most pages never show it.

export { explanationOf };

/** Says why a sign-in that has come back to the page has failed, above the form for another one. */
export function FailedSignInAlert({ code }: { code: string | null }) {
  const t = useTranslation();
  const { title, text } = explanationOf(code);
  return (
    <div className="mb-6">
      <Alert tone="danger">
        {title && <strong className="block font-medium">{t(title)}</strong>}
        {t(text)}
      </Alert>
    </div>
  );
}

/** Lists what the server adds to the address to which a provider's refusal leads. */
const parameters = ["errorCode", "message", "details"];

/**
 * Takes out of the address why a sign-in with a provider has failed. Fills in the email of an account that exists by another method.
 * Returns the code; undefined where none has failed.
 *
 * Attack: content spoofing by a link. So of what is in the address only the code counts, and its sentence is ours.
 */
export function takeFailedSignIn(): string | undefined {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const code = query.get("errorCode");
  if (code === null || !parameters.every((name) => query.has(name))) return undefined;
  suggestAddress(query);
  for (const name of parameters) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : "";
  window.history.replaceState(window.history.state, "", `${pathname}${rest}${hash}`);
  return code;
}
