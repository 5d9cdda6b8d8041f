import type { ReactNode } from "react";
import { useProject } from "../../hooks/use-project";

/** The project's terms and privacy policy, where it has set them. */
export function LegalLinks() {
  const { termsUrl, privacyUrl } = useProject().config.appearance;
  if (!termsUrl && !privacyUrl) return null;
  const privacy = privacyUrl && <LegalLink url={privacyUrl}>privacy policy</LegalLink>;
  return (
    <p className="text-center text-sm text-ink-soft">
      {termsUrl ? (
        <>
          By continuing, you agree to the <LegalLink url={termsUrl}>terms of service</LegalLink>
          {privacy && <> and the {privacy}</>}.
        </>
      ) : (
        <>Please read the {privacy}.</>
      )}
    </p>
  );
}

/** Opens beside the page, on which nothing that was typed is lost. */
function LegalLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className="rounded-sm text-ink underline underline-offset-4">
      {children}
    </a>
  );
}
