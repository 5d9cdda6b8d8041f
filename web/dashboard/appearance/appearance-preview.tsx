import type { ReactNode } from "react";
import type { ProjectAppearance } from "../../kit";
import { LegalText } from "../../react/pages/parts/project-links";
import { GatehouseTheme } from "../../react/theme/gatehouse-theme";
import { type ProjectLook, projectTheme } from "../../react/theme/project-theme";
import { ProjectBrand } from "../../ui/brand/project-brand";
import { buttonClasses } from "../../ui/buttons/button";
import { controlClasses } from "../../ui/forms/field";
import { classNames, linkClasses } from "../../ui/theme/class-names";
import { messageId } from "../../ui/translation/message-id";
import { translation } from "../../ui/translation/translate";
import { TranslationContext, useTranslation as usePageTranslation } from "../../ui/translation/use-translation";
import { useTranslation } from "../translation/use-translation";

export type PreviewedLook = ProjectLook &
  Pick<ProjectAppearance, "logoUrl" | "logoDarkUrl" | "termsUrl" | "privacyUrl" | "supportUrl">;

interface AppearancePreviewProps {
  name: string;
  look: PreviewedLook;
  texts: TextsByOriginal;
  device: PreviewedDevice;
}

/** Shows how the sign-in page of a project looks with settings that are not saved yet, in both schemes. */
export function AppearancePreview({ name, look, texts, device }: AppearancePreviewProps) {
  const t = useTranslation();
  const own = Object.fromEntries(Object.entries(texts).map(([original, text]) => [messageId(original), text]));
  const translate = translation("en-US", own);
  return (
    <TranslationContext value={{ translate, onServer: translate }}>
      <div className={device === "phone" ? "grid gap-4 sm:grid-cols-2" : "grid gap-4"}>
        <PreviewedPage
          name={name}
          look={look}
          scheme="light"
          device={device}
          label={t("Preview of the sign-in page on light devices")}
        />
        <PreviewedPage
          name={name}
          look={look}
          scheme="dark"
          device={device}
          label={t("Preview of the sign-in page on dark devices")}
        />
      </div>
    </TranslationContext>
  );
}

export type PreviewedDevice = "phone" | "desktop";

type TextsByOriginal = Readonly<Record<string, string>>;

interface PreviewedPageProps {
  name: string;
  look: PreviewedLook;
  scheme: "light" | "dark";
  device: PreviewedDevice;
  label: string;
}

/** A picture of the page: nothing in it can be used, and screen readers get its label only. */
function PreviewedPage({ name, look, scheme, device, label }: PreviewedPageProps) {
  const text = usePageTranslation();
  const logoUrl = (scheme === "dark" && look.logoDarkUrl) || look.logoUrl;
  const link = (children: ReactNode) => <span className={linkClasses}>{children}</span>;
  return (
    <GatehouseTheme theme={projectTheme(look)} scheme={scheme}>
      <div
        role="img"
        aria-label={label}
        className={classNames(
          "h-full overflow-hidden rounded-card border border-line bg-canvas",
          device === "phone" ? "p-4 sm:p-6" : "p-8 sm:px-24 sm:py-12",
        )}
      >
        <div inert className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 text-ink shadow-card">
          <div className="flex min-h-7 justify-center">
            <ProjectBrand name={name} logoUrl={logoUrl} />
          </div>
          <div className="flex flex-col gap-1.5 text-center wrap-anywhere">
            <p className="text-lg font-semibold tracking-tight">{text("Sign in")}</p>
            <p className="text-sm text-ink-soft">
              {text.rich("New to {project}? <signUp>Create an account</signUp>", { project: name, signUp: link })}
            </p>
          </div>
          <p className="flex flex-col gap-1.5 text-sm font-medium">
            {text("Email")}
            <span className={classNames(controlClasses, "flex items-center font-normal text-ink-soft sm:text-sm")}>
              name@example.com
            </span>
          </p>
          <span className={buttonClasses()}>{text("Sign in")}</span>
          <LegalText termsUrl={look.termsUrl} privacyUrl={look.privacyUrl} />
        </div>
        {look.supportUrl && (
          <p className="pt-4 text-center text-sm text-ink-soft">
            {text.rich("Need help? <support>Contact support</support>", { support: link })}
          </p>
        )}
      </div>
    </GatehouseTheme>
  );
}
