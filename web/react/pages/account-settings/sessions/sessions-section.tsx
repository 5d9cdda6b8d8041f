import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ActiveSession } from "../../../../kit";
import { RequestError } from "../../../../kit/errors/request-error";
import { Button } from "../../../../ui/buttons/button";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { useApp } from "../../../hooks/use-app";
import { activeSessionOptions } from "../../../queries/account-queries";
import type { SectionProps } from "../section";
import { SessionList } from "./session-list";

export function SessionsSection({ user }: SectionProps) {
  const { data: sessions } = useSuspenseQuery(activeSessionOptions(useApp(), user));
  const [ending, setEnding] = useState<ActiveSession | "others">();
  const others = sessions.filter(({ isCurrentSession }) => !isCurrentSession);
  const isEndingAll = ending === "others";

  async function end() {
    const ended = isEndingAll ? others : others.filter((session) => session === ending);
    await Promise.all(ended.map(({ id }) => user.revokeSession(id).catch(ignoreMissing)));
  }

  return (
    <>
      <SessionList sessions={sessions} onEnd={setEnding} />
      {others.length > 1 && (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setEnding("others")}>
          End all other sessions
        </Button>
      )}
      <ConfirmMutation
        isOpen={ending !== undefined}
        onOpenChange={() => setEnding(undefined)}
        title={isEndingAll ? "End all other sessions?" : "End this session?"}
        description={
          isEndingAll
            ? "You stay signed in here, and are signed out everywhere else within minutes."
            : "It is signed out within minutes."
        }
        confirmLabel={isEndingAll ? "End them all" : "End session"}
        mutationFn={end}
        successMessage={isEndingAll ? "All other sessions are ended." : "The session is ended."}
      />
    </>
  );
}

/** A session that has already ended needs no revocation. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof RequestError && error.status === 404)) throw error;
}
