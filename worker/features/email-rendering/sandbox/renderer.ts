/** Holds what every isolate that renders has in common: the libraries, and how a batch of emails is rendered with them. */
import "./nested-arrays";
import { Budget, maxTextLength } from "./budget";
import { type CompiledSource, evaluateSource, frozenModules } from "./evaluate-source";
import { freezeAll, lockDown } from "./lock-down";
import { type EmailContent, type EmailRecipient, type RenderedEmail, renderEmail } from "./render-email";
import { describeError, type RenderingError, SourceError, type SourceFile } from "./rendering-error";

/** A batch, as it enters the isolate. */
export interface RenderJob extends EmailContent {
  /** Takes the place of the template. */
  html?: string;
  recipients: EmailRecipient[];
}

export type RenderOutcome = ({ ok: true; emails: RenderedEmail[] } | { ok: false; error: RenderingError }) & {
  /** Counts what its emails were charged; absent where the sources do not compile. */
  charged?: number;
};

/** The compiled sources of the isolate; no template where an email is markup. */
interface Sources {
  template: CompiledSource | null;
  theme: CompiledSource;
}

/** Turns of the event loop that an email may take; it takes fewer than ten. */
const maxTurns = 200;

/** The budget of the email that is rendered now. */
let current = new Budget();

/** The one of the language: what it makes of a hundred emails is no text of a source. */
const stringify = JSON.stringify;

lockDown(() => current);
freezeAll(frozenModules);

/** Handles the request by which a batch enters the isolate. */
export async function respond(request: Request, sources: Sources): Promise<Response> {
  return new Response(stringify(await renderBatch(sources, await request.json())));
}

/** Renders the emails of a batch one after the other; the first that fails fails the batch. */
async function renderBatch(sources: Sources, job: RenderJob): Promise<RenderOutcome> {
  const budgets: Budget[] = [];
  const outcome = await renderAll(sources, job, budgets);
  return { ...outcome, charged: budgets.reduce((sum, { charged }) => sum + charged, 0) };
}

async function renderAll(sources: Sources, job: RenderJob, budgets: Budget[]): Promise<RenderOutcome> {
  const emails: RenderedEmail[] = [];
  for (const recipient of job.recipients) {
    const budget = new Budget();
    budgets.push(budget);
    const outcome = await renderWithin(budget, sources, job, recipient).catch((error: unknown) => ({ error }));
    if ("error" in outcome) return { ok: false, error: locateError(outcome.error, budget) };
    emails.push(outcome);
  }
  // Lets promises run that a source did not wait for: one that loops in them, or that caught the error, ends here.
  await turn();
  const overdrawn = budgets.find(({ spent }) => spent);
  return overdrawn ? { ok: false, error: locateError(undefined, overdrawn) } : { ok: true, emails };
}

async function renderWithin(budget: Budget, sources: Sources, job: RenderJob, recipient: EmailRecipient) {
  current = budget;
  try {
    return await settled(renderOne(sources, job, recipient, budget));
  } finally {
    // What runs between emails pays for itself.
    current = new Budget();
  }
}

/**
 * Returns what a promise resolves to. Nothing in the isolate waits for a network or a timer. So a promise that is pending after
 * many turns of the event loop is never settled, and this throws an error.
 */
async function settled<Value>(promise: Promise<Value>): Promise<Value> {
  let isPending = true;
  const result = promise.finally(() => {
    isPending = false;
  });
  const pending = (async () => {
    for (let turns = 0; isPending && turns < maxTurns; turns += 1) await turn();
    throw new Error("The source waits for a promise that is never settled.");
  })();
  return Promise.race([result, pending]);
}

/** Lets everything run that waits to run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function renderOne(
  { template, theme }: Sources,
  job: RenderJob,
  recipient: EmailRecipient,
  budget: Budget,
): Promise<RenderedEmail> {
  const themeExports = evaluateSource(theme, "theme", budget);
  const body = template ? { exports: evaluateSource(template, "template", budget) } : { html: job.html ?? "" };
  // Of its own for each email: a source may change what it is given.
  const { variables, project } = structuredClone({ variables: job.variables, project: job.project });
  const email = await renderEmail(body, themeExports, { ...job, variables, project }, recipient);
  if (email.html.length > maxTextLength) throw new Error("The email is too long.");
  return email;
}

/** Describes what was thrown while an email was rendered, with the line of the source that it comes from. */
function locateError(thrown: unknown, budget: Budget): RenderingError {
  if (thrown instanceof SourceError && !budget.spent) return ofSource(thrown);
  const { message, stack } = readError(budget.spent?.error ?? thrown);
  const frame = /\b(template|theme)\.js:(\d+)/.exec(stack);
  const place = frame
    ? { file: frame[1] as SourceFile, line: Number(frame[2]) }
    : (budget.spent?.place ?? budget.place);
  return describeError(message, place?.file, place?.line);
}

function ofSource({ message, file, line }: SourceError): RenderingError {
  return line ? describeError(message, file, line) : { message, file };
}

/** Attack: what is thrown is the source's own, and can throw again when it is read. */
function readError(thrown: unknown): { message: string; stack: string } {
  try {
    const { message, stack } = Object(thrown) as { message?: unknown; stack?: unknown };
    return { message: String(message ?? thrown), stack: String(stack ?? "") };
  } catch {
    return { message: "The source threw something that cannot be read.", stack: "" };
  }
}
