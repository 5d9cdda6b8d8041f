import type { UseMutationResult } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Spinner } from "../../ui/feedback/spinner";
import { CodeField } from "../../ui/forms/code-field";
import { useTranslation } from "../../ui/translation/use-translation";

const codeLength = 6;

type CodeEntryProps = Pick<ComponentProps<typeof CodeField>, "inputMode" | "autoCapitalize" | "pattern"> & {
  label: string;
  /** Maps what was typed to the characters of codes, such as to capitals. */
  normalize?: (typed: string) => string;
  /** Checks the code, and rejects when it is wrong. */
  mutation: Pick<UseMutationResult<unknown, Error, string>, "mutateAsync" | "isPending" | "isSuccess">;
  /** Says why the code is wrong. */
  error: string | undefined;
};

/** A field of six boxes for a code, which is submitted as soon as they are full. */
export function CodeEntry({ label, normalize = (typed) => typed, mutation, error, ...field }: CodeEntryProps) {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const isReadOnly = mutation.isPending || mutation.isSuccess;

  useEffect(() => input.current?.focus(), []);

  return (
    <>
      <CodeField
        {...field}
        ref={input}
        label={label}
        length={codeLength}
        value={code}
        readOnly={isReadOnly}
        error={error}
        onValueChange={(typed) => {
          const normalized = normalize(typed);
          // The same text again is a character too many, typed before the field becomes read-only.
          if (isReadOnly || normalized === code) return;
          setCode(normalized);
          if (normalized.length === codeLength) mutation.mutateAsync(normalized).catch(() => setCode(""));
        }}
      />
      <p role="status" className="-mt-3 flex min-h-5 items-center justify-center gap-2 text-sm text-ink-soft">
        {isReadOnly && <Spinner />}
        {/* The focus does not move to the field's error, so only a live region makes it heard. */}
        {error && <span className="sr-only">{error}</span>}
        {mutation.isPending && t("Checking the code…")}
        {mutation.isSuccess && t("Signed in. Taking you on…")}
      </p>
    </>
  );
}
