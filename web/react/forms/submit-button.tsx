import type { ReactNode } from "react";
import { Button } from "../../ui/buttons/button";
import { useTranslation } from "../../ui/translation/use-translation";
import { useIsPrerendered } from "../hooks/prerendered";

/** Submits the form of a page. Until the project is known it has neither its colour nor the name of its method. */
export function SubmitButton({
  isPending,
  className,
  children,
}: {
  isPending: boolean;
  className?: string;
  children: ReactNode;
}) {
  const t = useTranslation();
  const isPrerendered = useIsPrerendered();
  return (
    <Button type="submit" variant={isPrerendered ? "secondary" : "primary"} isPending={isPending} className={className}>
      {isPrerendered ? t("Continue") : children}
    </Button>
  );
}
