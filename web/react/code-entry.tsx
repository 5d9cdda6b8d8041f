import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Spinner } from "../ui/feedback/spinner";
import { CodeField } from "../ui/forms/code-field";

const codeLength = 6;

type State = { kind: "open"; complaint?: string } | { kind: "checking" } | { kind: "done" };

type CodeEntryProps = Pick<ComponentProps<typeof CodeField>, "inputMode" | "autoCapitalize" | "pattern"> & {
  label: string;
  /** Turns what was typed into what is meant, such as capitals. */
  read?: (typed: string) => string;
  /** True when the code was right, what is wrong with it, or false where that is told elsewhere. Must not reject. */
  check: (code: string) => Promise<boolean | string>;
};

/** Six boxes for a code, which is checked as soon as they are full. */
export function CodeEntry({ label, read = (typed) => typed, check, ...field }: CodeEntryProps) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [state, setState] = useState<State>({ kind: "open" });
  const complaint = state.kind === "open" ? state.complaint : undefined;

  useEffect(() => input.current?.focus(), []);

  async function submit(typed: string) {
    setState({ kind: "checking" });
    const verdict = await check(typed);
    if (verdict === true) return setState({ kind: "done" });
    setCode("");
    setState({ kind: "open", ...(verdict !== false && { complaint: verdict }) });
  }

  return (
    <>
      <CodeField
        {...field}
        ref={input}
        label={label}
        length={codeLength}
        value={code}
        readOnly={state.kind !== "open"}
        error={complaint}
        onValueChange={(typed) => {
          if (state.kind !== "open") return;
          const meant = read(typed);
          setCode(meant);
          if (meant.length === codeLength) void submit(meant);
        }}
      />
      <p role="status" className="-mt-3 flex min-h-5 items-center justify-center gap-2 text-sm text-ink-soft">
        {state.kind !== "open" && <Spinner />}
        {/* The field shows it, but its focus has not moved, so only a live region makes it heard. */}
        {complaint && <span className="sr-only">{complaint}</span>}
        {state.kind === "checking" && "Checking the code…"}
        {state.kind === "done" && "Signed in. Taking you on…"}
      </p>
    </>
  );
}
