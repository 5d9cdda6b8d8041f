import { Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { describeFailure } from "../react/errors/describe-failure";
import { ToastProvider } from "../ui/overlays/toast";
import { useTranslation as useComponentTranslation } from "../ui/translation/use-translation";
import { ApiUrlContext, type LocalMailbox, LocalMailboxContext } from "./api-url";
import { LoadingDashboard } from "./loading-dashboard";
import { DashboardTranslation } from "./translation/dashboard-translation";

/**
 * The owner's dashboard below `/projects`; the route that shows it requires a user of the internal project. `apiUrl` is
 * the API address that its examples contain, and `mailbox` is there on a developer's machine alone.
 */
export function Dashboard({ apiUrl, mailbox }: { apiUrl: string; mailbox?: LocalMailbox | undefined }) {
  return (
    <ApiUrlContext value={apiUrl}>
      <LocalMailboxContext value={mailbox}>
        <Suspense fallback={<LoadingDashboard />}>
          <DashboardTranslation>
            <Toasts>
              <Outlet />
            </Toasts>
          </DashboardTranslation>
        </Suspense>
      </LocalMailboxContext>
    </ApiUrlContext>
  );
}

function Toasts({ children }: { children: ReactNode }) {
  const t = useComponentTranslation();
  return <ToastProvider describeFailure={(error) => describeFailure(error, t)}>{children}</ToastProvider>;
}
