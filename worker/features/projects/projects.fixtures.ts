/** An uploaded image. */
export const onePixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The `appearance` of a project that has set none. */
export const plainAppearance = {
  logo_url: null,
  logo_dark_url: null,
  accent_color: null,
  radius: null,
  font: null,
  terms_url: null,
  privacy_url: null,
  support_url: null,
  home_url: null,
  texts: {},
};
