import { GatehouseTheme } from "../../react/theme/gatehouse-theme";
import { type ProjectLook, projectTheme } from "../../react/theme/project-theme";
import { ProjectBrand } from "../../ui/brand/project-brand";
import { buttonClasses } from "../../ui/buttons/button";
import { controlClasses } from "../../ui/forms/field";
import { classNames } from "../../ui/theme/class-names";
import { linkClasses } from "../../ui/theme/link-classes";

export type PreviewedLook = ProjectLook & { logoUrl: string | null; logoDarkUrl: string | null };

/** How the sign-in page of a project looks with settings that are not saved yet, in both schemes. */
export function AppearancePreview({ name, look }: { name: string; look: PreviewedLook }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PreviewedPage name={name} look={look} scheme="light" label="Preview of the sign-in page on light devices" />
      <PreviewedPage name={name} look={look} scheme="dark" label="Preview of the sign-in page on dark devices" />
    </div>
  );
}

/** A picture of the page: nothing in it can be used, and screen readers get its label only. */
function PreviewedPage({
  name,
  look,
  scheme,
  label,
}: {
  name: string;
  look: PreviewedLook;
  scheme: "light" | "dark";
  label: string;
}) {
  const logoUrl = (scheme === "dark" && look.logoDarkUrl) || look.logoUrl;
  return (
    <GatehouseTheme theme={projectTheme(look)} scheme={scheme}>
      <div
        role="img"
        aria-label={label}
        className="overflow-hidden rounded-card border border-line bg-canvas p-4 sm:p-6"
      >
        <div
          inert
          className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 font-sans text-ink shadow-card"
        >
          <div className="flex min-h-7 justify-center">
            <ProjectBrand name={name} logoUrl={logoUrl} />
          </div>
          <p className="text-center text-lg font-semibold tracking-tight">Sign in</p>
          <p className="flex flex-col gap-1.5 text-sm font-medium">
            Email
            <span className={classNames(controlClasses, "flex items-center font-normal text-ink-soft sm:text-sm")}>
              name@example.com
            </span>
          </p>
          <span className={buttonClasses()}>Continue</span>
          <p className="text-center text-sm text-ink-soft">
            New here? <span className={linkClasses}>Create an account</span>
          </p>
        </div>
      </div>
    </GatehouseTheme>
  );
}
