import type { ReactNode } from "react";
import type { ProjectAppearance } from "../../../kit";
import { linkClasses } from "../../../ui/theme/class-names";
import { useTranslation } from "../../../ui/translation/use-translation";
import { useProject } from "../../hooks/use-project";

/** Links to where the project's users get help; its configuration takes web addresses and `mailto:` only, and so does this link. */
export function SupportLink({ url }: { url: string }) {
  const t = useTranslation();
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return null;
  return t.rich("Need help? <support>Contact support</support>", {
    support: (text) => (
      <a href={url} className={linkClasses}>
        {text}
      </a>
    ),
  });
}

/** The project's terms and privacy policy, where it has set them. */
export function LegalLinks() {
  return <LegalText {...useProject().config.appearance} />;
}

export function LegalText({ termsUrl, privacyUrl }: Pick<ProjectAppearance, "termsUrl" | "privacyUrl">) {
  const t = useTranslation();
  if (!termsUrl && !privacyUrl) return null;
  const terms = (text: ReactNode) => <LegalLink url={termsUrl ?? ""}>{text}</LegalLink>;
  const privacy = (text: ReactNode) => <LegalLink url={privacyUrl ?? ""}>{text}</LegalLink>;
  return (
    <p className="text-center text-sm text-ink-soft">
      {termsUrl && privacyUrl
        ? t.rich(
            "By continuing, you agree to the <terms>terms of service</terms> and the <privacy>privacy policy</privacy>.",
            { terms, privacy },
          )
        : termsUrl
          ? t.rich("By continuing, you agree to the <terms>terms of service</terms>.", { terms })
          : t.rich("Please read the <privacy>privacy policy</privacy>.", { privacy })}
    </p>
  );
}

/**
 * Opens beside the page, on which nothing that was typed is lost. The configuration takes no other than web addresses; this is
 * the second check, before a script could run on the website's origin.
 */
function LegalLink({ url, children }: { url: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(url)) return children;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="rounded-sm text-ink underline underline-offset-4">
      {children}
    </a>
  );
}
