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

/** A PNG that no other test uploads, a small one unless a length is given, as a data URL. */
export function newImage(length = 16): string {
  const header = new Uint8Array(33);
  header.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 9, 0, 0, 0, 9, 8, 6]);
  const content = crypto.getRandomValues(new Uint8Array(length));
  return `data:image/png;base64,${btoa(String.fromCharCode(...header, ...content))}`;
}
