import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/data/code-block";
import { Tabs } from "../../ui/layout/tabs";
import { linkClasses } from "../../ui/theme/class-names";
import { useApiUrl } from "../api-url";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import {
  backendExample,
  cliExample,
  type ExampleFile,
  environmentFile,
  expressExample,
  hostedExample,
  installCommand,
  javaScriptExample,
  keyPlaceholders,
  nextExample,
  type ProjectKeys,
  reactExample,
  tagExample,
} from "./snippets";

/**
 * Code to copy into an app, with the project's id and the addresses filled in, and with these keys. A secret one stands in
 * the environment variables of a server only, and one of the admin API is not needed there.
 */
export function SetupTabs({
  keys,
  platform,
  onPlatform,
  domains,
}: {
  keys: ProjectKeys;
  /** The tab that is open at the start. */
  platform: string | undefined;
  onPlatform: (platform: string) => void;
  /** Makes a link of the words that name the trusted domains. */
  domains: (text: ReactNode) => ReactNode;
}) {
  const t = useTranslation();
  const project = useOwnedProject();
  const shownKeys = {
    publishableClientKey: keys.publishableClientKey ?? keyPlaceholders.publishableClientKey,
    secretServerKey: keys.secretServerKey ?? keyPlaceholders.secretServerKey,
  };
  const { publishableClientKey } = shownKeys;
  const siteUrl = window.location.origin;
  const setup = { apiUrl: useApiUrl(), siteUrl, projectId: project.id, publishableClientKey };
  const trusted = project.config.allowLocalhost
    ? t("Pages on localhost work at once.")
    : t("Localhost is not trusted.");
  const toLeadBack = (
    <>
      {trusted}{" "}
      {t.rich(
        "Links of emails, providers and hosted pages lead back to trusted domains only, and passkeys work there only: add the address of your website to the <link>trusted domains</link>.",
        { link: domains },
      )}
    </>
  );
  const toReturn = (
    <>
      {trusted}{" "}
      {t.rich(
        "Users return to trusted domains only: add the address of your website to the <link>trusted domains</link>.",
        { link: domains },
      )}
    </>
  );

  const installed = (...others: string[]) => [t("Terminal"), installCommand(siteUrl, ...others)] as const;
  const install = installed();
  const environment = [".env", environmentFile(setup, shownKeys)] as const;
  const tab = (value: string, label: string, guide: string, files: readonly ExampleFile[], note?: ReactNode) => ({
    value,
    label,
    content: <Example files={files} note={note} guide={guide} />,
  });

  return (
    <Tabs
      label={t("Platform")}
      open={platform}
      onOpen={onPlatform}
      // The easiest first: a tag needs no tools, and nothing that has to be installed.
      tabs={[
        tab("tag", t("HTML tag"), "docs/embed.md", [["index.html", tagExample(setup)]], toLeadBack),
        tab("react", "React", "docs/react.md", [install, ["src/App.tsx", reactExample(setup)]], toLeadBack),
        tab(
          "next",
          "Next.js",
          "docs/react.md#with-nextjs",
          [install, [".env.local", environment[1]], ...nextExample(setup)],
          toReturn,
        ),
        tab(
          "javascript",
          "JavaScript",
          "web/kit/README.md#in-a-website",
          [install, ["src/main.ts", javaScriptExample(setup)]],
          toReturn,
        ),
        tab(
          "hosted",
          t("Hosted pages"),
          "web/kit/README.md#with-hosted-pages",
          [install, ["src/main.ts", hostedExample(setup)]],
          toReturn,
        ),
        tab("backend", t("Backend"), "web/kit/README.md#in-a-backend", [
          install,
          environment,
          ["server.mjs", backendExample],
          [t("Terminal"), "node --env-file=.env server.mjs"],
        ]),
        tab("express", "Express", "docs/examples/express", [
          installed("express"),
          environment,
          ["server.mjs", expressExample],
          [t("Terminal"), "node --env-file=.env server.mjs"],
        ]),
        tab("cli", t("Command line"), "docs/examples/cli", [
          install,
          [".env", environmentFile(setup, { publishableClientKey })],
          ["cli.mjs", cliExample(setup)],
          [t("Terminal"), "node --env-file=.env cli.mjs"],
        ]),
      ]}
    />
  );
}

interface ExampleProps {
  /** Lists the files, and the commands of a terminal. */
  files: readonly ExampleFile[];
  note: ReactNode;
  /** The path of what comes next in the repository. */
  guide: string;
}

function Example({ files, note, guide }: ExampleProps) {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      {files.map(([title, code]) => (
        <CodeBlock key={code} title={title} code={code} />
      ))}
      {note && <p className="text-sm text-ink-soft">{note}</p>}
      <p className="text-sm text-ink-soft">
        {t.rich("What comes next is in <link>its guide</link>.", {
          link: (text) => (
            <a
              href={`https://github.com/gatehouse-auth/gatehouse/blob/main/${guide}`}
              target="_blank"
              rel="noreferrer"
              className={linkClasses}
            >
              {text}
            </a>
          ),
        })}
      </p>
    </div>
  );
}
