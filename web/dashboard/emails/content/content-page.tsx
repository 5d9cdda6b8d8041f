import { Link, useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import PlusIcon from "lucide-react/icons/plus";
import SearchXIcon from "lucide-react/icons/search-x";
import { type ComponentProps, type ComponentType, type ReactNode, useState } from "react";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { type Done, type ShownCode, useShownCode } from "../../code/shown-code";
import { required } from "../../dialogs/fields";
import { FormDialog } from "../../dialogs/form-dialog";
import { useSaveConfig } from "../../forms/config";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { BackLink, SectionPage } from "../../shell/section-header";
import { msg } from "../../translation/message";
import { useTranslation } from "../../translation/use-translation";
import { type ContentSearch, parseContentListSearch, parseContentSearch } from "../email-search";
import { EmailsNavigation } from "../emails-navigation";
import type { ContentKind } from "./queries";
import { OwnServerNeeded, OwnServerNotice } from "./theme-choice";
import { Workspace } from "./workspace";

type ReadContents<Content> = Parameters<typeof useRead<[], Content[], readonly unknown[]>>[0];

/** Returns the page of the theme, template or draft that the address names, each with an editor of its own. */
export function contentPage<Content extends NamedContent>(
  kind: ContentKind,
  options: ReadContents<Content>,
  Editor: ComponentType<{ content: Content }>,
) {
  const { param, list, missing, all } = kinds[kind];
  return function ContentPage() {
    const t = useTranslation();
    const { projectId = "", ...params } = useParams({ strict: false });
    const content = useRead(options).find(({ id }) => id === params[param]);
    if (content) return <Editor key={content.id} content={content} />;
    return (
      <Card>
        <EmptyState
          icon={<SearchXIcon />}
          title={t(missing)}
          action={
            <Link to={list} params={{ projectId }} className={buttonClasses("secondary")}>
              {t(all)}
            </Link>
          }
        >
          {t("It may have been deleted, or the address is incomplete.")}
        </EmptyState>
      </Card>
    );
  };
}

/** A question before something is lost, and the write that follows. */
interface Question {
  title: string;
  description: string;
  confirmLabel: string;
  successMessage: string;
  mutationFn: () => Promise<unknown>;
}

/**
 * The editor of a theme, a template or a draft. A dialog renames it. What every project has can be reset; anything else can be
 * deleted, and then the list is shown.
 */
export function ContentEditor({
  kind,
  content: { id, displayName },
  description,
  action,
  onRename,
  isBuiltIn = false,
  removal,
  ...workspace
}: Omit<ComponentProps<typeof Workspace>, "id"> & {
  content: NamedContent;
  description: ReactNode;
  /** The main action. */
  action: ReactNode;
  onRename: (name: string) => Promise<unknown>;
  /** Is true if every project has it. */
  isBuiltIn?: boolean;
  /** Asks before it is reset or deleted. */
  removal: Question;
}) {
  const t = useTranslation();
  const navigate = useNavigate();
  const { projectId = "" } = useParams({ strict: false });
  const { dialog, set } = useContentDialog();
  // Counts resets, after which the editor begins anew.
  const [resets, setResets] = useState(0);
  const close = () => set(undefined);
  const remove = isBuiltIn ? "reset" : "delete";
  const { list, title, renaming, renamed } = kinds[kind];
  return (
    <SectionPage
      title={displayName}
      description={description}
      reference={contentReference}
      actions={
        <>
          <Button variant="secondary" onClick={() => set("rename")}>
            {t("Rename")}
          </Button>
          <Button variant="secondary" onClick={() => set(remove)}>
            {isBuiltIn ? t("Reset") : t("Delete")}
          </Button>
          {action}
        </>
      }
      above={
        <BackLink to={list} params={{ projectId }}>
          {t(title)}
        </BackLink>
      }
    >
      {kind === "draft" ? <OwnServerNeeded /> : <OwnServerNotice />}
      <Workspace key={resets} kind={kind} id={id} {...workspace} />
      {dialog === "rename" && (
        <NameDialog
          title={t(renaming)}
          submitLabel={t("Rename")}
          name={displayName}
          write={async (name) => {
            await onRename(name);
            return { message: t(renamed) };
          }}
          onClose={close}
        />
      )}
      <ConfirmMutation
        {...removal}
        isOpen={dialog === remove}
        onOpenChange={close}
        mutationFn={async () => {
          await removal.mutationFn();
          if (isBuiltIn) setResets(resets + 1);
          else await navigate({ to: list, params: { projectId }, ignoreBlocker: true });
        }}
      />
    </SectionPage>
  );
}

/** The dialog that is open on the page of a theme, a template or a draft, which stands in the address. */
function useContentDialog() {
  const { dialog } = parseContentSearch(useSearch({ strict: false }));
  const router = useRouter();
  // Of the page that has the dialog: while it is being left, the location is already that of the next one.
  const [pathname] = useState(() => router.state.location.pathname);
  const navigate = useNavigate();

  function set(next: ContentSearch["dialog"]) {
    // A dialog that has deleted its page closes after that page was left.
    if (router.state.location.pathname !== pathname) return;
    void navigate({
      to: ".",
      search: (search: ContentSearch) => ({ ...search, dialog: next }),
      replace: true,
      resetScroll: false,
    } as never);
  }

  return { dialog, set };
}

/** Renames and deletes themes and templates, which is done in the configuration of the project. */
export function useContentConfig(group: "themes" | "templates", id: string) {
  const saveConfig = useSaveConfig();
  return {
    rename: (displayName: string) => saveConfig({ [`emails.${group}.${id}.displayName`]: displayName }),
    /** One that every project has comes back as it was. An active theme is active no more. */
    remove: (isActiveTheme = false) =>
      saveConfig({ [`emails.${group}.${id}`]: null, ...(isActiveTheme && { "emails.selectedThemeId": null }) }),
  };
}

/** Names the endpoints about themes, templates and drafts as the API reference does. */
export const contentReference = "Email themes, templates and drafts";

/** The addresses of the list of each kind and of one of them, what names it there, and texts about both. */
const kinds = {
  template: {
    page: "templates",
    list: "/projects/$projectId/emails/templates",
    one: "/projects/$projectId/emails/templates/$templateId",
    param: "templateId",
    title: msg("Templates"),
    all: msg("All templates"),
    missing: msg("Template not found"),
    renaming: msg("Rename the template"),
    renamed: msg("The template is renamed."),
  },
  theme: {
    page: "themes",
    list: "/projects/$projectId/emails/themes",
    one: "/projects/$projectId/emails/themes/$themeId",
    param: "themeId",
    title: msg("Themes"),
    all: msg("All themes"),
    missing: msg("Theme not found"),
    renaming: msg("Rename the theme"),
    renamed: msg("The theme is renamed."),
  },
  draft: {
    page: "drafts",
    list: "/projects/$projectId/emails/drafts",
    one: "/projects/$projectId/emails/drafts/$draftId",
    param: "draftId",
    title: msg("Drafts"),
    all: msg("All drafts"),
    missing: msg("Draft not found"),
    renaming: msg("Rename the draft"),
    renamed: msg("The draft is renamed."),
  },
} as const satisfies Record<ContentKind, object>;

/** A template, a theme or a draft, as far as all are alike. */
export interface NamedContent {
  readonly id: string;
  readonly displayName: string;
}

/** The page with the list of templates, themes or drafts, each with a link to its editor. New ones are named in a dialog. */
export function ContentListPage<Content extends NamedContent>({
  kind,
  description,
  contents,
  note,
  aside,
  empty,
  creation,
}: {
  kind: ContentKind;
  description: string;
  contents: readonly Content[];
  /** Below the name of one. */
  note?: (content: Content) => string;
  /** Beside the name of one: what else there is to say of it, and what can be done with it. */
  aside: (content: Content) => ReactNode;
  /** In place of an empty list. */
  empty?: ReactNode;
  creation: {
    title: string;
    description: string;
    submitLabel: string;
    create: (name: string) => Promise<{ id: string }>;
    code: (name: string) => ShownCode;
    /** Says what is wrong with the name, where the name is refused. */
    explain?: (error: unknown) => string | undefined;
  };
}) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { show } = useShownCode();
  const { create: isCreating } = parseContentListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { list, page, one, param, ...texts } = kinds[kind];
  const title = t(texts.title);
  return (
    <SectionPage
      title={t("Emails")}
      tabTitle={title}
      description={description}
      reference={contentReference}
      actions={
        <Button onClick={() => void navigate({ to: list, params: { projectId }, search: { create: true } })}>
          <PlusIcon aria-hidden="true" />
          {creation.title}
        </Button>
      }
    >
      <EmailsNavigation open={page} />
      {kind === "draft" ? <OwnServerNeeded /> : <OwnServerNotice />}
      {contents.length === 0 && empty ? (
        empty
      ) : (
        <ul
          aria-label={title}
          className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface shadow-xs"
        >
          {contents.map((content) => (
            // The link covers the entry, below what else can be used.
            <li
              key={content.id}
              className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 first:rounded-t-card last:rounded-b-card hover:bg-sunken sm:px-6"
            >
              <span className="flex min-w-0 flex-1 basis-48 flex-col gap-0.5">
                <Link
                  to={one}
                  params={{ projectId, [param]: content.id } as never}
                  className="text-sm font-medium wrap-anywhere text-ink after:absolute after:inset-0 hover:underline"
                >
                  {content.displayName}
                </Link>
                {note && <span className="text-sm text-ink-soft">{note(content)}</span>}
              </span>
              {aside(content)}
            </li>
          ))}
        </ul>
      )}
      {isCreating && (
        <NameDialog
          title={creation.title}
          description={creation.description}
          submitLabel={creation.submitLabel}
          explain={(error) => {
            const message = creation.explain?.(error);
            return message === undefined ? undefined : { field: "name", message };
          }}
          onSubmit={async (name) => {
            const { id } = await creation.create(name);
            show(creation.code(name));
            await navigate({ to: one, params: { projectId, [param]: id } as never });
          }}
          onClose={() => void navigate({ to: list, params: { projectId }, replace: true })}
        />
      )}
    </SectionPage>
  );
}

type NameDialogProps = Pick<
  ComponentProps<typeof FormDialog<{ name: string }>>,
  "title" | "description" | "submitLabel" | "onClose" | "explain"
> & {
  name?: string;
  write?: (name: string) => Promise<Done>;
  /** In place of it, the write and what follows from it. */
  onSubmit?: (name: string) => Promise<unknown>;
};

/** Asks for the name of a theme, a template or a draft, to create or to rename it. */
function NameDialog({ name = "", write, onSubmit, ...dialog }: NameDialogProps) {
  const t = useTranslation();
  return (
    <FormDialog
      {...dialog}
      initial={{ name }}
      fields={[{ name: "name", label: t("Name"), maxLength: 255, ...required(t("Enter a name.")) }]}
      write={write && ((values) => write(values.name.trim()))}
      onSubmit={onSubmit && ((values) => onSubmit(values.name.trim()))}
    />
  );
}
