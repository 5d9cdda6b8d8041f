import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";
import { ProductionModeCard } from "./production-mode-card";
import { TrustedDomainsCard } from "./trusted-domains-card";

/** The websites that the project trusts, and whether it is ready for production. */
export function DomainsPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Domains")}
        description={t(
          "Where your users come from and return to, and what has to be right before the first real ones do.",
        )}
        reference="Project settings"
      />
      <TrustedDomainsCard project={project} />
      <ProductionModeCard project={project} />
    </div>
  );
}
