import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { useTranslation } from "../translation/use-translation";

/** Stands for a part of a page while it is loaded. */
export function LoadingPart() {
  const t = useTranslation();
  return (
    <div aria-busy="true" className="flex flex-col gap-4 rounded-card border border-line bg-surface p-6">
      <Spinner label={t("Loading")} className="sr-only" />
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
