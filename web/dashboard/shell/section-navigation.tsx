import { Link } from "@tanstack/react-router";
import CompassIcon from "lucide-react/icons/compass";
import CreditCardIcon from "lucide-react/icons/credit-card";
import KeyRoundIcon from "lucide-react/icons/key-round";
import SettingsIcon from "lucide-react/icons/settings";
import UsersIcon from "lucide-react/icons/users";

const sections = [
  { to: "/projects/$projectId/overview", label: "Overview", icon: CompassIcon },
  { to: "/projects/$projectId/users", label: "Users", icon: UsersIcon },
  { to: "/projects/$projectId/payments", label: "Payments", icon: CreditCardIcon },
  { to: "/projects/$projectId/api-keys", label: "API keys", icon: KeyRoundIcon },
  { to: "/projects/$projectId/settings", label: "Settings", icon: SettingsIcon },
] as const;

/** Links to the sections of a project. */
export function SectionNavigation({ projectId, onLeave }: { projectId: string; onLeave?: () => void }) {
  return (
    <nav aria-label="Sections">
      <ul className="flex flex-col gap-0.5">
        {sections.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ projectId }}
              // Opens each section without a search: the filter of the user list is not carried along.
              search={{}}
              activeOptions={{ includeSearch: false }}
              onClick={onLeave}
              className="group flex min-h-11 items-center gap-3 rounded-control px-2 text-sm font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:text-ink lg:min-h-10"
            >
              <span
                aria-hidden="true"
                className="flex h-8 w-7 items-end justify-center rounded-t-full rounded-b-sm pb-1.5 group-aria-[current=page]:bg-accent-soft group-aria-[current=page]:text-accent"
              >
                <Icon className="size-4" />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
