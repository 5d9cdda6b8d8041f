import type { Json } from "../requests/json";

/** An email to users of the project: what it says, and to whom. */
export type SendEmailOptions = {
  /** Left out for that of the template or draft. */
  readonly subject?: string;
  /** Left out for the draft's own theme or else the project's active one, which null always is; false for none. */
  readonly themeId?: string | false | null;
  /** Names what users can switch off, where the template or draft names none; `Transactional` without either. */
  readonly notificationCategoryName?: string;
} & (
  | { readonly userIds: readonly string[]; readonly allUsers?: undefined }
  | { readonly allUsers: true; readonly userIds?: undefined }
) &
  (
    | { readonly html: string; readonly templateId?: undefined; readonly draftId?: undefined }
    | {
        readonly templateId: string;
        readonly variables?: { readonly [name: string]: Exclude<Json, null> };
        readonly html?: undefined;
        readonly draftId?: undefined;
      }
    | { readonly draftId: string; readonly html?: undefined; readonly templateId?: undefined }
  );
