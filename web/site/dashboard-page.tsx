import { Suspense } from "react";
import { Dashboard } from "../dashboard/dashboard";
import { useUser } from "../react";
import { Spinner } from "../ui/feedback/spinner";

/** The owner's dashboard, behind sign-in to the internal project. */
export function DashboardPage() {
  return (
    <Suspense fallback={<Loading />}>
      <SignedIn />
    </Suspense>
  );
}

function SignedIn() {
  useUser({ or: "redirect" });
  return <Dashboard apiUrl={import.meta.env.VITE_API_URL} />;
}

function Loading() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-ink-soft">
      <Spinner label="Loading the dashboard" className="size-6" />
    </div>
  );
}
