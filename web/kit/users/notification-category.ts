import type { Caller } from "../requests/caller";
import { path } from "../requests/path";
import type * as wire from "../requests/wire";

// Loaded when a user's notification settings are looked at: most pages never do.

/** A kind of mail that a project sends, and whether a user gets it. */
export class NotificationCategory {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Whether the user may refuse these mails. */
  readonly canDisable: boolean;
  readonly #caller: Caller;
  readonly #path: string;

  /** @param owner whom the mails go to: the user's id, or `me` */
  constructor(preference: wire.NotificationPreference, owner: string, caller: Caller) {
    this.id = preference.notification_category_id;
    this.name = preference.notification_category_name;
    this.enabled = preference.enabled;
    this.canDisable = preference.can_disable;
    this.#caller = caller;
    this.#path = `${preferencesPath(owner)}${path`/${this.id}`}`;
    Object.freeze(this);
  }

  /**
   * Has the user get these mails from now on, or not. The object itself is a snapshot and stays as it was.
   * @throws RequestError for `false` where `canDisable` is false
   */
  async setEnabled(enabled: boolean): Promise<void> {
    await this.#caller.write("PATCH", this.#path, { enabled }, ["notification-categories"]);
  }
}

/** Every category, as `owner` (a user's id, or `me`) gets it. */
export async function listNotificationCategories(caller: Caller, owner: string): Promise<NotificationCategory[]> {
  const { items } = await caller.read<wire.List<wire.NotificationPreference>>(preferencesPath(owner));
  return items.map((preference) => new NotificationCategory(preference, owner, caller));
}

function preferencesPath(owner: string): string {
  return path`/emails/notification-preference/${owner}`;
}
