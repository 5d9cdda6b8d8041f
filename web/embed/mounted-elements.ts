import type { ElementKind, View } from "./element-kind";
import { dispatch } from "./events";

/** An element in the document, as it is to be rendered. A change makes a new one. */
export type MountedElement = {
  readonly key: number;
  readonly kind: ElementKind;
  readonly element: HTMLElement;
  /** The place inside of its shadow root that takes the content. */
  readonly container: HTMLElement;
  /** The place that takes what it opens above the page. */
  readonly overlays: HTMLElement;
  /** Is shown in place of the element's own content, or above it. */
  readonly view: View | undefined;
  /** Called whenever its content is shown, after which scripts may rely on it: the first time counts. */
  readonly onShown: (userId: string | null) => void;
};

/** The elements of the page. They share one app, one cache and one React root, which renders what is listed here. */
export class MountedElements {
  #list: readonly MountedElement[] = [];
  #count = 0;
  readonly #listeners = new Set<() => void>();
  /** The element that was used last: what the app does at the moment is for it. */
  #used: HTMLElement | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): readonly MountedElement[] => this.#list;

  add(added: Pick<MountedElement, "kind" | "element" | "container" | "overlays">): void {
    const { element } = added;
    if (this.#list.some((mounted) => mounted.element === element)) return;
    let isShown = false;
    const onShown = (userId: string | null) => {
      if (isShown) return;
      isShown = true;
      dispatch(element, "gatehouse-ready", { userId });
    };
    this.#set([...this.#list, { ...added, key: ++this.#count, view: undefined, onShown }]);
  }

  remove(element: HTMLElement): void {
    if (this.#used === element) this.#used = undefined;
    this.#set(this.#list.filter((mounted) => mounted.element !== element));
  }

  /** Renders an element again, since an attribute has changed. */
  update(element: HTMLElement): void {
    this.#change(element, {});
  }

  show(element: HTMLElement, view: View | undefined): void {
    if (this.#list.some((mounted) => mounted.element === element && mounted.view === view)) return;
    this.#change(element, { view });
  }

  use(element: HTMLElement): void {
    if (this.#used === element) return;
    this.#used = element;
    this.#announce();
  }

  /** Returns where to show what belongs to no element: above the page of the one that was used last. */
  readonly overlays = (): HTMLElement | undefined => {
    const used = this.#list.find(({ element }) => element === this.#used) ?? this.#list[0];
    return used?.overlays;
  };

  /** The element that was used last, among those of these kinds that the user can see; else the first one of them. */
  inUse(kinds?: readonly ElementKind[]): MountedElement | undefined {
    const candidates = this.#list.filter(
      ({ kind, element }) => (!kinds || kinds.includes(kind)) && element.checkVisibility(),
    );
    return candidates.find(({ element }) => element === this.#used) ?? candidates[0];
  }

  #change(element: HTMLElement, change: Partial<MountedElement>): void {
    if (!this.#list.some((mounted) => mounted.element === element)) return;
    this.#set(this.#list.map((mounted) => (mounted.element === element ? { ...mounted, ...change } : mounted)));
  }

  #set(list: readonly MountedElement[]): void {
    this.#list = list;
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
