import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ActiveSession } from "../../../kit";
import { RequestError } from "../../../kit/errors/request-error";
import { Button } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/dialog";
import { useToast } from "../../../ui/toast";
import { useApp } from "../../app-context";
import { activeSessionOptions } from "../../queries";
import { inPlainWords } from "../../submit";
import type { SectionProps } from "./section";
import { SessionList } from "./session-list";

/** Where the user is signed in, and how to end it there. */
export function SessionsSection({ user }: SectionProps) {
  const { data: sessions } = useSuspenseQuery(activeSessionOptions(useApp(), user));
  const toast = useToast();
  const [ending, setEnding] = useState<ActiveSession | "others">();
  const others = sessions.filter(({ isCurrentSession }) => !isCurrentSession);
  const isEndingAll = ending === "others";

  async function end() {
    const ended = isEndingAll ? others : others.filter((session) => session === ending);
    await inPlainWords(Promise.all(ended.map(({ id }) => user.revokeSession(id).catch(unlessGone))));
    toast({ tone: "success", message: isEndingAll ? "All other sessions are ended." : "The session is ended." });
  }

  return (
    <>
      <SessionList sessions={sessions} onEnd={setEnding} />
      {others.length > 1 && (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setEnding("others")}>
          End all other sessions
        </Button>
      )}
      <ConfirmDialog
        isOpen={ending !== undefined}
        onOpenChange={() => setEnding(undefined)}
        title={isEndingAll ? "End all other sessions?" : "End this session?"}
        description={
          isEndingAll
            ? "You stay signed in here, and are signed out everywhere else within minutes."
            : "Whoever uses it is signed out there within minutes."
        }
        confirmLabel={isEndingAll ? "End them all" : "End session"}
        onConfirm={end}
      />
    </>
  );
}

/** A session that has ended meanwhile is what was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof RequestError && error.status === 404)) throw error;
}
