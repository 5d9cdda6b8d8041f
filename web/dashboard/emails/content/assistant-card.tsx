import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { RequestError } from "../../../kit/errors/request-error";
import type { ChatMessage, Json } from "../../../kit/index";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Spinner } from "../../../ui/feedback/spinner";
import { TextAreaField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { classNames } from "../../../ui/theme/class-names";
import { FailedRead } from "../../lists/list-end";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { type ContentKind, threadOptions } from "./queries";

const contexts = { template: "email-template", theme: "email-theme", draft: "email-draft" } as const;

interface AssistantCardProps {
  kind: ContentKind;
  id: string;
  source: string;
  /** Is true if the server has this source, and gives it to the assistant by itself. */
  isSaved: boolean;
  onApply: (source: string) => void;
}

/** A conversation with the assistant, which writes sources that the owner puts into the editor. */
export function AssistantCard({ kind, id, source, isSaved, onApply }: AssistantCardProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const content = useRef<HTMLDivElement>(null);
  // Below the editor, and not needed to edit.
  const isSeen = useSeen(content);
  const { data: thread, error: readError, refetch } = useQuery({ ...threadOptions(app, id), enabled: isSeen });
  const { question, setQuestion, asking, failure, ask } = useQuestion(kind, id, thread, isSaved ? undefined : source);
  const [applied, setApplied] = useState<{ source: string; before: string }>();
  const end = useRef<HTMLDivElement>(null);
  const messages = (thread ?? []).flatMap((message) => shownMessage(message) ?? []);
  const count = messages.length;

  useEffect(() => {
    if (count > 0 || asking) end.current?.scrollIntoView({ block: "nearest" });
  }, [count, asking]);

  return (
    <Card
      title={t("Assistant")}
      description={t(
        "Say what to change. The assistant proposes a source, which you put into the editor. It needs a model, which the operator of the instance configures (AI_API_URL).",
      )}
      className="min-w-0"
    >
      <div ref={content} className="flex flex-col gap-4">
        <div className="max-h-96 overflow-y-auto">
          <ol aria-label={t("Conversation")} className="flex flex-col gap-3">
            {messages.map((message, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids, and are only ever appended.
              <Message key={index} message={message}>
                {message.sources.map((proposed) => (
                  <div key={proposed} className="flex flex-wrap gap-2">
                    <Button
                      variant="secondary"
                      size="small"
                      disabled={source === proposed}
                      onClick={() => {
                        setApplied({ source: proposed, before: source });
                        onApply(proposed);
                      }}
                    >
                      {source === proposed ? t("In the editor") : t("Put into the editor")}
                    </Button>
                    {applied?.source === proposed && source === proposed && (
                      <Button
                        variant="ghost"
                        size="small"
                        onClick={() => {
                          onApply(applied.before);
                          setApplied(undefined);
                        }}
                      >
                        {t("Undo")}
                      </Button>
                    )}
                  </div>
                ))}
              </Message>
            ))}
            {asking && <Message message={{ role: "user", text: asking.text, sources: [] }} />}
          </ol>
          <div ref={end} />
        </div>
        {asking && (
          <div role="status" className="flex items-center gap-3 text-sm text-ink-soft">
            <Spinner label={t("The assistant is writing")} className="size-4" />
            <span aria-hidden="true">{t("The assistant is writing. That takes up to a minute.")}</span>
            <Button variant="secondary" size="small" onClick={() => asking.abort.abort()}>
              {t("Stop")}
            </Button>
          </div>
        )}
        {failure !== undefined && <AssistantFailure error={failure} />}
        {readError && <FailedRead error={readError} onRetry={refetch} />}
        <form onSubmit={ask} className="flex flex-col items-end gap-2">
          <div className="w-full">
            <TextAreaField
              label={t("What to change")}
              rows={2}
              placeholder={t("Such as: Greet by first name, and make the button green.")}
              value={question}
              onChange={({ target }) => setQuestion(target.value)}
            />
          </div>
          <Button type="submit" size="small" disabled={question.trim() === "" || asking !== undefined || !thread}>
            {t("Ask the assistant")}
          </Button>
        </form>
      </div>
    </Card>
  );
}

/**
 * The question that is typed, and the one that the assistant is asked.
 *
 * @param source the source that goes with it, unless the server has it
 */
function useQuestion(kind: ContentKind, id: string, thread: readonly Json[] | undefined, source: string | undefined) {
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState("");
  const [asking, setAsking] = useState<{ text: string; abort: AbortController }>();
  const [failure, setFailure] = useState<unknown>();
  // A question whose answer is no longer awaited costs the operator all the same.
  const latest = useRef(asking);
  latest.current = asking;
  useEffect(() => () => latest.current?.abort.abort(), []);

  async function ask(event: FormEvent) {
    event.preventDefault();
    const text = question.trim();
    if (text === "" || asking || !thread) return;
    const abort = new AbortController();
    setFailure(undefined);
    setAsking({ text, abort });
    setQuestion("");
    try {
      const asked = questionMessages(thread, text, source);
      const response = await app.sendChatMessage(id, contexts[kind], asked, abort.signal);
      const both: Json[] = [
        { role: "user", content: [{ type: "text", text }] },
        { role: "assistant", content: response.content as unknown as Json },
      ];
      queryClient.setQueryData(threadOptions(app, id).queryKey, [...thread, ...both]);
      for (const message of both) await app.saveChatMessage(id, message);
    } catch (error) {
      // The question is there again, to be asked in another way.
      setQuestion((typed) => typed || text);
      if (!abort.signal.aborted) setFailure(error);
    } finally {
      setAsking(undefined);
    }
  }

  return { question, setQuestion, asking, failure, ask };
}

function Message({ message, children }: { message: ShownMessage; children?: ReactNode }) {
  const t = useTranslation();
  return (
    <li
      className={classNames(
        "flex flex-col gap-2 rounded-card px-4 py-3 text-sm",
        message.role === "user" ? "ms-8 bg-accent-soft text-ink" : "me-8 bg-sunken text-ink",
      )}
    >
      <span className="sr-only">{message.role === "user" ? t("You") : t("Assistant")}</span>
      {message.text && <p className="whitespace-pre-wrap wrap-anywhere">{message.text}</p>}
      {children}
    </li>
  );
}

function AssistantFailure({ error }: { error: unknown }) {
  const t = useTranslation();
  const isMissing = error instanceof RequestError && error.status === 501;
  return <Alert tone={isMissing ? "neutral" : "danger"}>{describeAssistantFailure(error, t)}</Alert>;
}

/** Returns why the assistant gave no response, with what to do next. */
function describeAssistantFailure(error: unknown, t: Translate): string {
  const status = error instanceof RequestError ? error.status : undefined;
  if (status === 501) {
    return t(
      "This instance has no assistant. Its operator can configure a model with AI_API_URL, AI_API_KEY and AI_MODEL. Everything else on this page works without it.",
    );
  }
  if (status === 502) return t("The assistant gave no response that can be used. Ask again, or in other words.");
  if (status === 504) return t("The assistant did not respond in time. Ask again, or for a smaller change.");
  return describeFailure(error, t);
}

/** Tells whether an element has been in sight, from then on. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen, element]);
  return isSeen;
}

/** A message of a thread as it is shown. */
export interface ShownMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** The sources that the assistant has written. */
  readonly sources: readonly string[];
}

/** As many messages as a question goes with. */
const maxMessages = 40;

/** A stored message, which any client of the API may have written; undefined where nothing of it can be shown. */
export function shownMessage(message: Json): ShownMessage | undefined {
  if (!isObject(message)) return undefined;
  const { role, content } = message;
  if (role !== "user" && role !== "assistant") return undefined;
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const texts =
    typeof content === "string" ? [content] : blocks.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  const sources = blocks.flatMap(({ type, args }) =>
    type === "tool-call" && isObject(args) && typeof args.content === "string" ? [args.content] : [],
  );
  const text = texts.join("\n").trim();
  return text === "" && sources.length === 0 ? undefined : { role, text, sources };
}

/**
 * Returns the messages with which the assistant is asked. They are the latest ones of the thread, and the question at the end.
 * The question has the source with it where the assistant cannot know it.
 */
export function questionMessages(thread: readonly Json[], question: string, source: string | undefined): ChatMessage[] {
  const known = thread.filter((message) => shownMessage(message) !== undefined).slice(-maxMessages);
  // A thread begins with a question, or a model refuses it.
  const first = known.findIndex((message) => isObject(message) && message.role === "user");
  const asked = source === undefined ? question : `${question}\n\nThis is the source at present:\n\n${source}`;
  const earlier = (first < 0 ? [] : known.slice(first)) as unknown as ChatMessage[];
  return [
    ...earlier.map(({ role, content }) => ({ role, content })),
    { role: "user", content: [{ type: "text", text: asked }] },
  ];
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
