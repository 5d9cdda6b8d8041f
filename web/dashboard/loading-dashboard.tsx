import { useFrameSkeleton } from "../ui/layout/frame-skeleton";

/** Shows the frame of the page without its contents, the same as before the first script has run. */
export function LoadingDashboard() {
  useFrameSkeleton();
  return (
    <p role="status" className="sr-only">
      Loading the dashboard
    </p>
  );
}
