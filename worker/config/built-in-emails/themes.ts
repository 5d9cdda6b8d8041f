/** The sources of the themes that every project has until it changes them: TSX modules that export `EmailTheme`. */

/** The theme of a project that has chosen none. */
export const defaultThemeId = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";

/** The colours of a theme. Text in the card has its colour from the card, so that templates fit into every theme. */
interface Colours {
  scheme: "light dark" | "dark";
  page: string;
  card: string;
  border: string;
  text: string;
  quiet: string;
  /** The lines of the style sheet. Dark email programs take them, keep the colours of the elements, or turn those around. */
  styleSheet: string[];
}

const button =
  'button { background-color: " + project.darkAccentColor + " !important; color: " + project.darkAccentTextColor + " !important; }';

const light: Colours = {
  scheme: "light dark",
  page: "#f3f4f6",
  card: "#ffffff",
  border: "#e2e4e9",
  text: "#1f2229",
  quiet: "#6a7080",
  styleSheet: [
    "@media (prefers-color-scheme: dark) {",
    "  .page { background-color: #101114 !important; }",
    "  .card { background-color: #1b1d22 !important; border-color: #32353d !important; color: #eceef1 !important; }",
    "  .quiet { color: #989da8 !important; }",
    `  .${button}`,
    "}",
  ],
};

const dark: Colours = {
  scheme: "dark",
  page: "#101114",
  card: "#1b1d22",
  border: "#32353d",
  text: "#eceef1",
  quiet: "#989da8",
  styleSheet: [`.${button}`],
};

const themeSource = ({ scheme, page, card, border, text, quiet, styleSheet }: Colours) =>
  `import { Body, Container, Head, Html, Link, Section, Tailwind, Text } from "@react-email/components";
import type { ThemeProps } from "@stackframe/emails";

const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

const styleSheet = (project: ThemeProps["project"]) =>
  [
${styleSheet.map((line) => `    "${line}",`).join("\n")}
  ].join("\\n");

export function EmailTheme({ children, unsubscribeLink, project }: ThemeProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="${scheme}" />
        <meta name="supported-color-schemes" content="${scheme}" />
        <style>{styleSheet(project)}</style>
      </Head>
      <Tailwind>
        <Body className="page m-0 bg-[${page}] p-0" style={{ fontFamily }}>
          <Section className="page bg-[${page}] px-[12px] py-[32px]">
            <Container className="card mx-auto max-w-[480px] rounded-[12px] border border-solid border-[${border}] bg-[${card}] p-[32px] text-[${text}]">
              <Text className="quiet m-0 mb-[8px] text-[13px] leading-[20px] font-semibold text-[${quiet}]">
                {project.logoUrl ? (
                  <img
                    src={project.logoUrl}
                    alt=""
                    height="32"
                    fetchPriority="low"
                    className="mr-[10px] h-[32px] max-w-[160px] rounded-[6px] bg-white align-middle"
                  />
                ) : null}
                {project.displayName}
              </Text>
              {children}
            </Container>
            {unsubscribeLink ? (
              <Text className="quiet mx-auto mt-[16px] mb-0 max-w-[480px] text-center text-[12px] leading-[18px] text-[${quiet}]">
                You receive this email because of your notification settings.{" "}
                <Link href={unsubscribeLink} className="quiet text-[${quiet}] underline">
                  Unsubscribe
                </Link>
              </Text>
            ) : null}
          </Section>
        </Body>
      </Tailwind>
    </Html>
  );
}

EmailTheme.PreviewProps = {
  unsubscribeLink: "https://example.com/unsubscribe",
} satisfies Partial<ThemeProps>;
`;

export const builtInThemes: Record<string, { displayName: string; tsxSource: string }> = {
  [defaultThemeId]: { displayName: "Default Light", tsxSource: themeSource(light) },
  "a0172b5d-cff0-463b-83bb-85124697373a": { displayName: "Default Dark", tsxSource: themeSource(dark) },
};

/** The theme of emails without one. */
export const emptyTheme = `import { Body, Html, Tailwind } from "@react-email/components";
import type { ThemeProps } from "@stackframe/emails";

export function EmailTheme({ children }: ThemeProps) {
  return (
    <Html lang="en">
      <Tailwind>
        <Body>{children}</Body>
      </Tailwind>
    </Html>
  );
}
`;
