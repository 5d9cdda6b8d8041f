import { RequestError } from "../../../../kit/errors/request-error";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { useUser } from "../../../hooks/use-user";
import { useQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";

/** Tells whether a write was refused because projects would be left without an owner. The text names them. */
export function leavesProjectsWithoutOwner(error: unknown): error is RequestError {
  return error instanceof RequestError && error.text.startsWith("Projects would be left without an owner.");
}

/** Links to the pages of the dashboard that transfer or delete the projects which a refusal names. */
export function ProjectsWithoutOwner({ refusal }: { refusal: string }) {
  const t = useTranslation();
  const user = useUser({ or: "redirect" });
  const { data: projects = [] } = useQuery(viewOf(user, user.listOwnedProjects));
  const named = projects.filter(({ displayName }) => refusal.includes(displayName.slice(0, 60)));
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {named.map(({ id, displayName }) => (
        <li key={id}>
          <a
            href={`/projects/${id}/settings`}
            className="rounded-control font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {t.rich("Transfer or delete {project}", {
              project: <span className="wrap-break-word">{displayName}</span>,
            })}
          </a>
        </li>
      ))}
    </ul>
  );
}
