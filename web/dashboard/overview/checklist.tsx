import { useSuspenseQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import CheckIcon from "lucide-react/icons/check";
import type { ReactNode } from "react";
import type { GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { resourceOptions } from "../../react";
import { buttonClasses } from "../../ui/buttons/button";
import { Card } from "../../ui/layout/card";
import { classNames } from "../../ui/theme/class-names";
import { apiKeysOptions } from "../api-keys/queries";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { userPageOptions } from "../users/queries";

/** The steps from a new project to its first user; disappears when all are done. */
export function Checklist({ setupId }: { setupId: string }) {
  const t = useTranslation();
  const project = useOwnedProject();
  const [{ data: keys }, { data: users }] = useSuspenseQueries({
    queries: [apiKeysOptions(project.app), firstUserOptions(project.app)],
  });
  const hasKeys = keys.some((key) => key.isValid());
  const hasUsers = users.length > 0;
  if (hasKeys && hasUsers) return null;
  const params = { projectId: project.id };

  return (
    <Card title={t("Get started")} description={t("Three steps to your first user.")}>
      <ol className="grid gap-x-8 gap-y-6 md:grid-cols-3">
        <Step number={1} title={t("Create keys")} isDone={hasKeys}>
          <p>{t("Your website and your backend identify themselves with API keys.")}</p>
          {!hasKeys && (
            <Link
              to="/projects/$projectId/api-keys"
              params={params}
              search={{ create: true }}
              className={buttonClasses("primary", "small", "mt-2")}
            >
              {t("Create keys")}
            </Link>
          )}
        </Step>
        <Step number={2} title={t("Add the code")} isDone={hasUsers}>
          <p>{t("A few lines in your app are enough to sign users up.")}</p>
          {!hasUsers && (
            <a href={`#${setupId}`} className={buttonClasses("secondary", "small", "mt-2")}>
              {t("Show the code")}
            </a>
          )}
        </Step>
        <Step number={3} title={t("First user")} isDone={hasUsers}>
          <p>{t("Sign up in your app, or create a user here.")}</p>
          {!hasUsers && (
            <Link
              to="/projects/$projectId/users"
              params={params}
              className={buttonClasses("secondary", "small", "mt-2")}
            >
              {t("Go to users")}
            </Link>
          )}
        </Step>
      </ol>
    </Card>
  );
}

function Step({
  number,
  title,
  isDone,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}) {
  const t = useTranslation();
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className={classNames(
          "flex h-11 w-9 shrink-0 items-end justify-center rounded-t-full rounded-b-sm pb-2.5 text-sm font-semibold [&_svg]:size-4",
          isDone ? "bg-accent text-on-accent" : "bg-accent-soft text-accent-strong",
        )}
      >
        {isDone ? <CheckIcon strokeWidth={3} /> : number}
      </span>
      <div className="flex flex-col items-start gap-1 text-sm text-ink-soft">
        <h3 className="font-semibold text-ink">
          {title}
          {isDone && <span className="sr-only"> {t("(done)")}</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}

/** The newest user, by which the overview sees whether there is any. */
export function firstUserOptions(app: GatehouseAdminApp) {
  return userPageOptions(app, { query: "", isNewestFirst: true, limit: 1, cursor: null });
}

/** Reads whether emails reach the project's own team only. */
export function emailRecipientsOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "project", ["mail-recipients"], async () => {
    const { allowed } = await app[appInternals].caller("admin").read("GET /internal/emails/recipients");
    return allowed === "own_team";
  });
}
