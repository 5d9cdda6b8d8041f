import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import PlusIcon from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/buttons/button";
import { TextField } from "../../../ui/forms/text-field";
import { type ShownCode, useShownCode } from "../../code/shown-code";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { SectionHeader } from "../../shell/section-header";
import { useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";
import { EmailsNavigation } from "../emails-navigation";
import { parseContentListSearch } from "./content-search";
import type { ContentKind } from "./queries";

/** Names the endpoints about themes, templates and drafts as the API reference does. */
export const contentReference = "Email themes, templates and drafts";

/** The addresses of the list of each kind and of one of them, and what names it there. */
export const addresses = {
  template: {
    page: "templates",
    list: "/projects/$projectId/emails/templates",
    one: "/projects/$projectId/emails/templates/$templateId",
    param: "templateId",
  },
  theme: {
    page: "themes",
    list: "/projects/$projectId/emails/themes",
    one: "/projects/$projectId/emails/themes/$themeId",
    param: "themeId",
  },
  draft: {
    page: "drafts",
    list: "/projects/$projectId/emails/drafts",
    one: "/projects/$projectId/emails/drafts/$draftId",
    param: "draftId",
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
  title,
  description,
  notice,
  contents,
  note,
  aside,
  empty,
  creation,
}: {
  kind: ContentKind;
  title: string;
  description: string;
  notice?: ReactNode;
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
  };
}) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { show } = useShownCode();
  const { create: isCreating } = parseContentListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { mutateAsync: create } = useMutation({ mutationFn: creation.create });
  const { list, page, one, param } = addresses[kind];
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
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
      />
      <EmailsNavigation open={page} />
      {notice}
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
          onSubmit={async (name) => {
            const { id } = await create(name);
            show(creation.code(name));
            await navigate({ to: one, params: { projectId, [param]: id } as never });
          }}
          onClose={() => void navigate({ to: list, params: { projectId }, replace: true })}
        />
      )}
    </div>
  );
}

/** Asks for the name of a theme, a template or a draft, to create or to rename it. */
export function NameDialog({
  title,
  description,
  submitLabel,
  name = "",
  onSubmit,
  onClose,
}: {
  title: string;
  description?: string;
  submitLabel: string;
  name?: string;
  /** The write and what follows from it. */
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { name } });
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      submitLabel={submitLabel}
      onSubmit={(values) => onSubmit(values.name.trim())}
      onClose={onClose}
    >
      <TextField
        label={t("Name")}
        autoComplete="off"
        maxLength={255}
        error={form.formState.errors.name?.message}
        {...form.register("name", { validate: (text) => text.trim() !== "" || t("Enter a name.") })}
      />
    </FormDialog>
  );
}
