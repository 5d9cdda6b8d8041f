import { Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { describeFailure } from "../react";
import { Recoverable } from "../react/components/recoverable";
import { Spinner } from "../ui/feedback/spinner";
import { ToastProvider } from "../ui/overlays/toast";
import { ApiUrlContext } from "./api-url";

/**
 * The owner's dashboard below `/projects`; the route that shows it requires a user of the internal project. `apiUrl` is
 * the API address that its examples contain.
 */
export function Dashboard({ apiUrl }: { apiUrl: string }) {
  return (
    <ApiUrlContext value={apiUrl}>
      <ToastProvider describeFailure={describeFailure}>
        <Recoverable>
          <Suspense fallback={<LoadingDashboard />}>
            <Outlet />
          </Suspense>
        </Recoverable>
      </ToastProvider>
    </ApiUrlContext>
  );
}

export function LoadingDashboard() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-ink-soft">
      <Spinner label="Loading the dashboard" className="size-6" />
    </div>
  );
}
