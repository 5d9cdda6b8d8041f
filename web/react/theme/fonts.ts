/** Fonts that every platform has in some form, by name. */
export const fonts: Record<string, string> = {
  system: "system-ui, sans-serif",
  serif: "ui-serif, Charter, Georgia, Cambria, serif",
  rounded: 'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, system-ui, sans-serif',
  mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
};
