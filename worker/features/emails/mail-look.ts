/** How a project's mails look. */
export interface MailLook {
  logoUrl: string | null;
  /** `#rrggbb` */
  accentColor: string | undefined;
}

/** Black and white: one of them has a contrast of at least 4.58:1 to any colour. Softer ones have not. */
const [white, black] = ["#ffffff", "#000000"];

/** What stands for the colours in templates: of the button, and of the button in dark mail programs. */
export function colourValues({ accentColor }: MailLook): [name: string, value: string][] {
  // Checked here too: what is stored may be older than its rule, and the value lands in a style sheet.
  const isColour = /^#[0-9a-f]{6}$/i.test(accentColor ?? "");
  const button = isColour && accentColor ? [accentColor, textColourOn(accentColor)] : ["#15171c", white];
  const darkButton = isColour ? button : ["#f4f5f7", "#15171c"];
  return [
    ["buttonColour", button[0] ?? ""],
    ["buttonText", button[1] ?? ""],
    ["darkButtonColour", darkButton[0] ?? ""],
    ["darkButtonText", darkButton[1] ?? ""],
  ];
}

/** The image beside the project's name. Mail programs load http(s) only, and show no `data:`. */
export function logoImage({ logoUrl }: MailLook, escapeHtml: (text: string) => string): string {
  if (!logoUrl || !/^https?:\/\//i.test(logoUrl) || logoUrl.length > 2_000 || !URL.canParse(logoUrl)) return "";
  // On white, since logos are made for it. The name beside the image says what it shows.
  return `<img src="${escapeHtml(new URL(logoUrl).href)}" alt="" height="32" style="height:32px;max-width:160px;margin-right:10px;border-radius:6px;background-color:#ffffff;vertical-align:middle">`;
}

/** The text colour of the higher contrast (WCAG 2.2, contrast ratio). */
function textColourOn(colour: string): string {
  const luminance = luminanceOf(colour);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? white : black;
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
