import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import type { AdminOwnedProject } from "../../kit";
import { inEnglish } from "../../react/errors/describe-failure";
import { CopyField } from "../../ui/data/copy-field";
import { Switch } from "../../ui/forms/switch";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { linkClasses } from "../../ui/theme/link-classes";
import { hostedPagesOptions, switchHostedPagesOptions } from "./queries";

/** Whether users sign in on pages of this site, and where these pages are. */
export function HostedPagesCard({ project }: { project: AdminOwnedProject }) {
  const toast = useToast();
  const { data: isOn } = useSuspenseQuery(hostedPagesOptions(project.app));
  const { mutate, variables, isPending } = useMutation({
    ...switchHostedPagesOptions(project),
    onError: (error) => toast({ tone: "danger", message: inEnglish(error) }),
  });
  return (
    <Card
      title="Hosted pages"
      description={
        <>
          Your users can sign in here, with nothing on your website but a link. They return to{" "}
          <a href="#trusted-domains" className={linkClasses}>
            trusted domains
          </a>{" "}
          only.
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Switch
          label="Hosted pages for this project"
          hint="While they are off, links to them show that the project has none."
          isOn={isPending ? variables : isOn}
          aria-busy={isPending}
          onSwitch={(isNowOn) => {
            if (!isPending) mutate(isNowOn);
          }}
        />
        <CopyField
          label="Address of the sign-in page"
          value={`${window.location.origin}/handler/sign-in?project_id=${project.id}`}
        />
      </div>
    </Card>
  );
}
