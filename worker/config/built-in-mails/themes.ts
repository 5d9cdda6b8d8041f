/** The sources of the themes that every project has until it changes them: TSX modules that export `EmailTheme`. */

/** The theme of a project that has chosen none. */
export const defaultThemeId = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";

const defaultLight = `import { Body, Container, Head, Hr, Html, Link, Tailwind, Text } from "@react-email/components";
import type { ThemeProps } from "@stackframe/emails";

export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return (
    <Html lang="en">
      <Head />
      <Tailwind>
        <Body className="bg-neutral-50 my-0 px-4 py-10 font-sans text-neutral-900">
          <Container className="bg-white mx-auto max-w-[560px] rounded-xl border border-solid border-neutral-200 p-10">
            {children}
          </Container>
          {unsubscribeLink ? (
            <Container className="mx-auto max-w-[560px] px-10">
              <Hr className="my-6 border-neutral-200" />
              <Text className="m-0 text-center text-xs text-neutral-500">
                You receive this mail because of your notification settings.{" "}
                <Link href={unsubscribeLink} className="text-neutral-500 underline">
                  Unsubscribe
                </Link>
              </Text>
            </Container>
          ) : null}
        </Body>
      </Tailwind>
    </Html>
  );
}

EmailTheme.PreviewProps = {
  unsubscribeLink: "https://example.com/unsubscribe",
} satisfies Partial<ThemeProps>;
`;

const defaultDark = `import { Body, Container, Head, Hr, Html, Link, Tailwind, Text } from "@react-email/components";
import type { ThemeProps } from "@stackframe/emails";

export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return (
    <Html lang="en">
      <Head />
      <Tailwind>
        <Body className="bg-neutral-900 my-0 px-4 py-10 font-sans text-neutral-100">
          <Container className="bg-black mx-auto max-w-[560px] rounded-xl border border-solid border-neutral-800 p-10">
            {children}
          </Container>
          {unsubscribeLink ? (
            <Container className="mx-auto max-w-[560px] px-10">
              <Hr className="my-6 border-neutral-800" />
              <Text className="m-0 text-center text-xs text-neutral-400">
                You receive this mail because of your notification settings.{" "}
                <Link href={unsubscribeLink} className="text-neutral-400 underline">
                  Unsubscribe
                </Link>
              </Text>
            </Container>
          ) : null}
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
  [defaultThemeId]: { displayName: "Default Light", tsxSource: defaultLight },
  "a0172b5d-cff0-463b-83bb-85124697373a": { displayName: "Default Dark", tsxSource: defaultDark },
};

/** The theme of mails without one. */
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
