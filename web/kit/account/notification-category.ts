import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import type { Made } from "../rows/operation";

// Loaded when a user's notification settings are shown: most pages never do.

/** A kind of email that a project sends, and whether a user gets it. */
export class NotificationCategory {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Is true if the user may refuse these emails. */
  readonly canDisable: boolean;
  readonly #caller: Caller;
  readonly #owner: string;

  /** @internal */
  constructor(preference: wire.NotificationPreference, { caller, of }: Made<{ readonly address: string }>) {
    this.id = preference.notification_category_id;
    this.name = preference.notification_category_name;
    this.enabled = preference.enabled;
    this.canDisable = preference.can_disable;
    this.#caller = caller;
    this.#owner = of.address;
    Object.freeze(this);
  }

  /**
   * Switches these emails on or off. The object itself is a snapshot and stays as it was.
   * @throws RequestError for `false` where `canDisable` is false
   */
  async setEnabled(enabled: boolean): Promise<void> {
    await this.#caller.write("PATCH /emails/notification-preference/{user_id}/{notification_category_id}", {
      params: { user_id: this.#owner, notification_category_id: this.id },
      body: { enabled },
    });
  }
}
