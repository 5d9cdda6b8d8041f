import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/data/code-block";
import { Tabs } from "../../ui/layout/tabs";
import { useApiUrl } from "../api-url";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { environmentFile, type ProjectKeys } from "./environment-file";
import {
  backendExample,
  hostedExample,
  installCommand,
  javaScriptExample,
  keyPlaceholders,
  nextExample,
  reactExample,
  tagExample,
} from "./snippets";

/**
 * Code to copy into an app, with the project's id and the addresses filled in, and with these keys. A secret one stands in
 * the environment variables of a server only, and one of the admin API is not needed there.
 */
export function SetupTabs({
  keys,
  domains,
}: {
  keys: ProjectKeys;
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

  return (
    <Tabs
      label={t("Platform")}
      // The easiest first: a tag needs no tools, and nothing that has to be installed.
      tabs={[
        {
          value: "tag",
          label: t("HTML tag"),
          content: (
            <Example note={toLeadBack}>
              <CodeBlock title="index.html" code={tagExample(setup)} />
            </Example>
          ),
        },
        {
          value: "react",
          label: "React",
          content: (
            <Example note={toLeadBack}>
              <CodeBlock title={t("Terminal")} code={installCommand} />
              <CodeBlock title="src/App.tsx" code={reactExample(setup)} />
            </Example>
          ),
        },
        {
          value: "next",
          label: "Next.js",
          content: (
            <Example note={toReturn}>
              <CodeBlock title={t("Terminal")} code={installCommand} />
              <CodeBlock title=".env.local" code={environmentFile(setup, shownKeys)} />
              <CodeBlock title={t("gatehouse.ts, proxy.ts and a page")} code={nextExample(setup)} />
            </Example>
          ),
        },
        {
          value: "javascript",
          label: "JavaScript",
          content: (
            <Example>
              <CodeBlock title={t("Terminal")} code={installCommand} />
              <CodeBlock title="src/main.ts" code={javaScriptExample(setup)} />
            </Example>
          ),
        },
        {
          value: "hosted",
          label: t("Hosted pages"),
          content: (
            <Example note={toReturn}>
              <CodeBlock title={t("Terminal")} code={installCommand} />
              <CodeBlock title="src/main.ts" code={hostedExample(setup)} />
            </Example>
          ),
        },
        {
          value: "backend",
          label: t("Backend"),
          content: (
            <Example>
              <CodeBlock title={t("Terminal")} code={installCommand} />
              <CodeBlock title=".env" code={environmentFile(setup, shownKeys)} />
              <CodeBlock title="server.mjs" code={backendExample} />
            </Example>
          ),
        },
      ]}
    />
  );
}

function Example({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      {children}
      {note && <p className="text-sm text-ink-soft">{note}</p>}
    </div>
  );
}
