import { appendMessage } from "../../db/assistant/changes";
import { selectMessages } from "../../db/assistant/queries";
import type { Project } from "../../db/projects/project";
import { violatesForeignKey } from "../../platform/database";
import { lazyModule } from "../../platform/lazy-module";
import { type AttemptRule, countAttempt } from "../../platform/rate-limits";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";
import type { AppRouter } from "../access";
import { templateNotFound, themeNotFound } from "../emails/contract";
import * as contract from "./contract";
import { type ContextType, instructionsFor, toolOf } from "./prompt";

const threadLimits = { messages: 500, bytes: 8 * 1024 * 1024 };

/** Attack: a stranger's project spends the operator's money. Projects of one owner count together. */
const questions: AttemptRule = { name: "assistant", limit: 60, windowMillis: 60 * 60_000 };

const model = lazyModule(() => import("./model"));
const conversation = lazyModule(() => import("./conversation"));

export function assistantRoutes(router: AppRouter) {
  router.route(contract.askAssistant, async ({ settings, limits, caller: { project }, params, body, fail }) => {
    const { assistant } = settings;
    if (!assistant) return fail(contract.noAssistant);
    const { context_type: context, messages } = body;
    const source = sourceOf({ fail }, project, context, params.thread_id);
    if (JSON.stringify(messages).length > contract.maxReadBytes) return fail(contract.tooMuchToRead);
    const counted = limits && (await countAttempt(limits, questions, project.ownerTeamId ?? project.id));
    if (counted && "retryAfterMillis" in counted) return fail(tooManyRequests, counted);
    const [{ askModel }, { modelMessages }] = await Promise.all([model(), conversation()]);
    const answer = await askModel(assistant, {
      instructions: instructionsFor(context, source),
      messages: modelMessages(messages),
      toolName: toolOf[context],
    });
    if ("content" in answer) return answer;
    return fail(answer.problem === "timeout" ? contract.assistantTimedOut : contract.assistantFailed);
  });

  router.route(contract.appendToThread, async ({ db, caller, params, body, fail }) => {
    const thread = { projectId: caller.project.id, threadId: params.thread_id };
    try {
      const [appended] = await db.batch([appendMessage(db, thread, body.message, threadLimits)]);
      return appended.length > 0 ? {} : fail(contract.threadIsFull);
    } catch (error) {
      // The project was deleted after the caller was loaded.
      const deleted = { project_id: caller.project.id };
      if (violatesForeignKey(error)) return fail("CURRENT_PROJECT_NOT_FOUND", deleted, { cause: error });
      throw error;
    }
  });

  router.route(contract.readThread, {
    prefetch: ({ db, provenProjectId: projectId, params: { thread_id: threadId } }) => ({
      rows: selectMessages(db, { projectId, threadId }),
    }),
    handle: ({ found }) => ({ messages: found.rows.map(({ message }) => message) }),
  });
}

/** The current source of the theme or template that a thread is about. A draft's is in the messages, where it matters. */
function sourceOf(
  { fail }: Failing<typeof themeNotFound | typeof templateNotFound>,
  { config: { emails } }: Project,
  context: ContextType,
  id: string,
): string | undefined {
  if (context === "email-draft") return undefined;
  const sources = context === "email-theme" ? emails.themes : emails.templates;
  const found = Object.hasOwn(sources, id) ? sources[id] : undefined;
  if (found) return found.tsxSource;
  return fail(context === "email-theme" ? themeNotFound : templateNotFound);
}
