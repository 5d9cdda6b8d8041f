import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Metrics } from "../../kit";
import { buttonClasses } from "../../ui/buttons/button";
import { Avatar } from "../../ui/data/avatar";
import { Card } from "../../ui/layout/card";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { SegmentedControl } from "../forms/segmented-control";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

type RecentUsers = Metrics["recently_active"];

/** The users who signed up last, or those who were active last. */
export function RecentUsersCard({ registered, active }: { registered: RecentUsers; active: RecentUsers }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { recent = "new" } = useSearch({ from: "/projects/$projectId/overview" });
  const navigate = useNavigate({ from: "/projects/$projectId/overview" });
  const users = recent === "active" ? active : registered;
  return (
    <Card
      title={t("Recent users")}
      actions={
        <Link to="/projects/$projectId/users" params={{ projectId }} className={buttonClasses("secondary", "small")}>
          {t("All users")}
        </Link>
      }
    >
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label={t("Recent users")}
          options={[
            { value: "new", label: t("Signed up") },
            { value: "active", label: t("Active") },
          ]}
          value={recent}
          onValueChange={(chosen) =>
            void navigate({
              search: (search) => ({ ...search, recent: chosen === "active" ? chosen : undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
        {users.length === 0 ? (
          <p className="py-6 text-center text-sm text-ink-soft">
            {t("No user has signed up yet. Add Gatehouse to your app by the code on this page, and sign up there.")}
          </p>
        ) : (
          <ul aria-label={t("Recent users")} className="-mx-2 flex flex-col">
            {users.map((user) => (
              <li
                key={user.id}
                className="relative flex items-center gap-3 rounded-control px-2 py-2 text-sm focus-within:bg-sunken hover:bg-sunken"
              >
                <Avatar name={user.display_name ?? user.primary_email} imageUrl={user.profile_image_url} />
                <span className="flex min-w-0 flex-1 flex-col">
                  <Link
                    to="/projects/$projectId/users/$userId"
                    params={{ projectId, userId: user.id }}
                    className="truncate font-medium text-ink outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-accent"
                  >
                    <Name>{user.display_name ?? user.primary_email ?? t("User without a name")}</Name>
                  </Link>
                  {user.display_name && user.primary_email && (
                    <span className="truncate text-2xs text-ink-soft">{user.primary_email}</span>
                  )}
                </span>
                <RelativeTime
                  at={new Date(recent === "active" ? user.last_active_at_millis : user.signed_up_at_millis)}
                  className="shrink-0 text-ink-soft"
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
