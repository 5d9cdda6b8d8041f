import { Link, useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import SearchXIcon from "lucide-react/icons/search-x";
import { type ComponentProps, type ComponentType, type ReactNode, useState } from "react";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { useToast } from "../../../ui/overlays/toast";
import { useSaveConfig } from "../../forms/use-config";
import { BackLink, SectionHeader } from "../../shell/section-header";
import { useTranslation } from "../../translation/use-translation";
import { addresses, contentReference, NameDialog, type NamedContent } from "./content-list";
import { type ContentSearch, parseContentSearch } from "./content-search";
import { OwnServerNotice } from "./own-server-notice";
import type { ContentKind } from "./queries";
import { Workspace } from "./workspace";

/** The page of the theme, template or draft that the address names, each with an editor of its own. */
export function ContentPage<Content extends NamedContent>({
  kind,
  contents,
  editor: Editor,
  missing,
  listName,
}: {
  kind: ContentKind;
  contents: readonly Content[];
  editor: ComponentType<{ content: Content }>;
  /** Says that there is none. */
  missing: string;
  /** A link to the list, from there. */
  listName: string;
}) {
  const t = useTranslation();
  const { projectId = "", ...params } = useParams({ strict: false });
  const id = params[addresses[kind].param];
  const content = contents.find((each) => each.id === id);
  if (content) return <Editor key={content.id} content={content} />;
  return (
    <Card>
      <EmptyState
        icon={<SearchXIcon />}
        title={missing}
        action={
          <Link to={addresses[kind].list} params={{ projectId }} className={buttonClasses("secondary")}>
            {listName}
          </Link>
        }
      >
        {t("It may have been deleted, or the address is incomplete.")}
      </EmptyState>
    </Card>
  );
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
  listName,
  action,
  rename,
  isBuiltIn = false,
  removal,
  ...workspace
}: Omit<ComponentProps<typeof Workspace>, "id"> & {
  content: NamedContent;
  description: ReactNode;
  listName: string;
  /** The main action. */
  action: ReactNode;
  rename: { title: string; successMessage: string; mutationFn: (name: string) => Promise<unknown> };
  /** Is true if every project has it. */
  isBuiltIn?: boolean;
  /** Asks before it is reset or deleted. */
  removal: Question;
}) {
  const t = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const { projectId = "" } = useParams({ strict: false });
  const { dialog, set } = useContentDialog();
  // Counts resets, after which the editor begins anew.
  const [resets, setResets] = useState(0);
  const close = () => set(undefined);
  const remove = isBuiltIn ? "reset" : "delete";
  const { list } = addresses[kind];
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
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
            {listName}
          </BackLink>
        }
      />
      {kind !== "draft" && <OwnServerNotice />}
      <Workspace key={resets} kind={kind} id={id} {...workspace} />
      {dialog === "rename" && (
        <NameDialog
          title={rename.title}
          submitLabel={t("Rename")}
          name={displayName}
          onSubmit={async (name) => {
            await rename.mutationFn(name);
            toast({ tone: "success", message: rename.successMessage });
            close();
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
    </div>
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
