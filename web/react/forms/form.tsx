import type { ComponentProps, ReactNode } from "react";
import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from "react-hook-form";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { useTranslation } from "../../ui/translation/use-translation";
import { useIsPrerendered } from "../hooks/prerendered";

/** A column of fields, with why the form was refused above them. */
export function Form({
  failure,
  children,
  ...form
}: Omit<ComponentProps<"form">, "className" | "noValidate"> & { failure: ReactNode }) {
  return (
    <form {...form} noValidate className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      {children}
    </form>
  );
}

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

/** The props of a field: those of its registration, and what is wrong with its value. */
export function fieldOf<Values extends FieldValues, Name extends FieldPath<Values>>(
  { register, formState }: UseFormReturn<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) {
  return { ...register(name, rules), error: formState.errors[name]?.message as string | undefined };
}
