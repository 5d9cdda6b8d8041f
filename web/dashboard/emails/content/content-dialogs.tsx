import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { useToast } from "../../../ui/overlays/toast";
import { useSaveConfig } from "../../forms/use-config";
import { useTranslation } from "../../translation/use-translation";
import type { ContentListAddress } from "./content-header";
import { type ContentSearch, parseContentSearch } from "./content-search";
import { NameDialog } from "./name-dialog";

/** A question before something is lost, and the write that follows. */
interface Question {
  title: string;
  description: string;
  confirmLabel: string;
  successMessage: string;
  mutationFn: () => Promise<unknown>;
}

/**
 * Shows the dialogs of the page of a theme, a template or a draft. One dialog renames the content. What every project has can be
 * reset. Anything else can be deleted, and then the list is shown.
 */
export function ContentDialogs({
  name,
  list,
  projectId,
  rename,
  reset,
  remove,
}: {
  name: string;
  /** The address of the list. */
  list: ContentListAddress;
  projectId: string;
  rename: { title: string; successMessage: string; mutationFn: (name: string) => Promise<unknown> };
  reset?: Question | false;
  remove?: Question | false;
}) {
  const t = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const { dialog, close } = useContentDialog();
  return (
    <>
      {dialog === "rename" && (
        <NameDialog
          title={rename.title}
          submitLabel={t("Rename")}
          name={name}
          onSubmit={async (next) => {
            await rename.mutationFn(next);
            toast({ tone: "success", message: rename.successMessage });
            close();
          }}
          onClose={close}
        />
      )}
      {reset && <ConfirmMutation {...reset} isOpen={dialog === "reset"} onOpenChange={close} />}
      {remove && (
        <ConfirmMutation
          {...remove}
          isOpen={dialog === "delete"}
          onOpenChange={close}
          mutationFn={async () => {
            await remove.mutationFn();
            await navigate({ to: list, params: { projectId }, ignoreBlocker: true });
          }}
        />
      )}
    </>
  );
}

/** The dialog that is open on the page of a theme, a template or a draft, which stands in the address. */
export function useContentDialog() {
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

  return { dialog, open: (next: NonNullable<ContentSearch["dialog"]>) => set(next), close: () => set(undefined) };
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
