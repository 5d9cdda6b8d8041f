/** The panel of menus and selects. */
export const menuPanelClasses =
  "z-50 max-h-80 min-w-48 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float animate-rise";

/** One item of a menu or select; Radix marks the hovered or focused item as highlighted. */
export const menuItemClasses =
  "flex min-h-11 sm:min-h-9 items-center gap-2.5 rounded-control px-2.5 text-sm text-ink outline-none select-none data-disabled:opacity-60 data-highlighted:bg-accent-soft [&_svg]:size-4 [&_svg]:shrink-0";
