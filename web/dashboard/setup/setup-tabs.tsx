import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/data/code-block";
import { Tabs } from "../../ui/layout/tabs";
import { useApiUrl } from "../api-url";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import {
  backendExample,
  environmentFile,
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

  const install = [t("Terminal"), installCommand(siteUrl)] as const;
  const environment = environmentFile(setup, shownKeys);
  const tab = (value: string, label: string, files: readonly (readonly [string, string])[], note?: ReactNode) => ({
    value,
    label,
    content: <Example files={files} note={note} />,
  });

  return (
    <Tabs
      label={t("Platform")}
      // The easiest first: a tag needs no tools, and nothing that has to be installed.
      tabs={[
        tab("tag", t("HTML tag"), [["index.html", tagExample(setup)]], toLeadBack),
        tab("react", "React", [install, ["src/App.tsx", reactExample(setup)]], toLeadBack),
        tab(
          "next",
          "Next.js",
          [install, [".env.local", environment], [t("gatehouse.ts, proxy.ts and a page"), nextExample(setup)]],
          toReturn,
        ),
        tab("javascript", "JavaScript", [install, ["src/main.ts", javaScriptExample(setup)]]),
        tab("hosted", t("Hosted pages"), [install, ["src/main.ts", hostedExample(setup)]], toReturn),
        tab("backend", t("Backend"), [install, [".env", environment], ["server.mjs", backendExample]]),
      ]}
    />
  );
}

interface ExampleProps {
  /** Lists the names of the files, each with what is in it. */
  files: readonly (readonly [title: string, code: string])[];
  note: ReactNode;
}

function Example({ files, note }: ExampleProps) {
  return (
    <div className="flex flex-col gap-4">
      {files.map(([title, code]) => (
        <CodeBlock key={title} title={title} code={code} />
      ))}
      {note && <p className="text-sm text-ink-soft">{note}</p>}
    </div>
  );
}
