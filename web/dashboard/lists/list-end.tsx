import SearchXIcon from "lucide-react/icons/search-x";
import { Children, type ComponentProps, type ReactNode } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { useTranslation } from "../translation/use-translation";

/** Shows why something could not be read, and a button that reads it again. */
export function FailedRead({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const t = useTranslation();
  return (
    <div className="flex flex-col items-start gap-3">
      <Alert tone="danger">{describeFailure(error, t)}</Alert>
      <Button variant="secondary" onClick={() => void onRetry()}>
        {t("Try again")}
      </Button>
    </div>
  );
}

interface NothingFoundProps {
  title: string;
  showLabel: string;
  onShow: () => void;
  children: string;
}

/** In place of a list of which the filters select nothing: why, and a button that shows more of it. */
export function NothingFound({ title, showLabel, onShow, children }: NothingFoundProps) {
  return (
    <Card>
      <EmptyState
        icon={<SearchXIcon />}
        title={title}
        action={
          <Button variant="secondary" onClick={onShow}>
            {showLabel}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}

interface EmptyListProps {
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  codeTitle?: string;
  code: string;
  children: ReactNode;
}

/** In place of a list without a first row: why, what makes one, and the code that does the same. */
export function EmptyList({ icon, title, action, codeTitle = "TypeScript", code, children }: EmptyListProps) {
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        action={
          <div className="flex w-full flex-col items-center gap-6">
            {action}
            <CodeBlock title={codeTitle} code={code} className="w-full max-w-2xl min-w-0 text-start" />
          </div>
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}

/** Holds what an infinite query has of its next page. */
export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  fetchNextPage: () => unknown;
}

/** Below a list that loads page by page: the next page on its way, why it did not come, or a button that loads it. */
export function ListEnd({ query }: { query: PagedQuery }) {
  const t = useTranslation();
  if (query.isFetchNextPageError) return <FailedRead error={query.error} onRetry={query.fetchNextPage} />;
  if (query.isFetchingNextPage) {
    return (
      <div className="flex justify-center py-2">
        <Spinner label={t("Loading more")} />
      </div>
    );
  }
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button variant="secondary" onClick={() => void query.fetchNextPage()}>
        {t("Load more")}
      </Button>
    </div>
  );
}

/** Loads the next page of an infinite query, for `VirtualTable`; undefined while there is none to load. */
export function loadNextPage(query: PagedQuery): (() => void) | undefined {
  const isWaiting = query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError;
  return isWaiting ? () => void query.fetchNextPage() : undefined;
}

/** The rows of a card, or what is said where there is none. */
export function RowList({ label, empty, children }: { label: string; empty?: ReactNode; children: ReactNode }) {
  if (empty && Children.count(children) === 0) return <EmptyRows>{empty}</EmptyRows>;
  return (
    <ul aria-label={label} className="-my-2 flex flex-col divide-y divide-line">
      {children}
    </ul>
  );
}

interface RowProps {
  title: ReactNode;
  badges?: ReactNode;
  detail?: ReactNode;
  /** Links and such, before the buttons. */
  actions?: ReactNode;
  buttons?: readonly (RowButton | false)[];
}

/** Something that can be done with a row. Its label says with which one. */
interface RowButton {
  readonly text: string;
  readonly label: string;
  readonly variant?: "secondary" | "ghost";
  readonly disabled?: boolean | undefined;
  readonly onClick: () => unknown;
}

/** One thing of a list: what it is, what else there is to say of it, and what can be done with it. */
export function Row({ title, badges, detail, actions, buttons = [] }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere text-ink">
          {title}
          {badges}
        </span>
        {detail && <span className="wrap-anywhere text-ink-soft">{detail}</span>}
      </div>
      {(actions || buttons.some(Boolean)) && (
        <div className="flex flex-wrap gap-2">
          {actions}
          {buttons.map(
            (button, index) =>
              button && (
                // biome-ignore lint/suspicious/noArrayIndexKey: A button keeps its place, and the focus, when its text changes.
                <RowAction key={index} {...button}>
                  {button.text}
                </RowAction>
              ),
          )}
        </div>
      )}
    </li>
  );
}

/** A row of a `ListCard`. */
export type ListedRow = RowProps & { readonly id: string };

/** A card of rows below its title, or of what is said where there is none; then its children. */
export function ListCard({
  rows,
  empty,
  children,
  ...card
}: ComponentProps<typeof Card> & { title: string; rows: readonly ListedRow[]; empty?: ReactNode }) {
  return (
    <Card {...card}>
      <RowList label={card.title} empty={empty}>
        {rows.map(({ id, ...row }) => (
          <Row key={id} {...row} />
        ))}
      </RowList>
      {children}
    </Card>
  );
}

type RowActionProps = Omit<RowButton, "text"> & { children: string };

/** Something that can be done with a row. Its label says with which one. */
export function RowAction({ variant = "secondary", label, disabled, onClick, children }: RowActionProps) {
  return (
    <Button variant={variant} size="small" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  );
}

/** Said in place of an empty list: why it is empty, and what leads to its first row. */
export function EmptyRows({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-3 text-sm text-ink-soft">{children}</div>;
}
