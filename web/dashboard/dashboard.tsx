import { Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { describeFailure } from "../react";
import { Recoverable } from "../react/components/recoverable";
import { Spinner } from "../ui/spinner";
import { ToastProvider } from "../ui/toast";
import { ApiUrlContext } from "./api-url";

/**
 * The owner's console below `/projects`; the route around it has made sure that somebody is signed in to the internal
 * project. `apiUrl` is the address that projects are told to use.
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

function LoadingDashboard() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-ink-soft">
      <Spinner label="Loading the dashboard" className="size-6" />
    </div>
  );
}
