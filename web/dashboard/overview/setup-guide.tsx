import { Link } from "@tanstack/react-router";
import { CodeBlock } from "../../ui/data/code-block";
import { Card } from "../../ui/layout/card";
import { Tabs } from "../../ui/layout/tabs";
import { linkClasses } from "../../ui/theme/link-classes";
import { environmentFile } from "../api-keys/environment-file";
import { useApiUrl } from "../api-url";
import { useOwnedProject } from "../projects/use-owned-projects";
import {
  backendExample,
  hostedExample,
  installCommand,
  javaScriptExample,
  keyPlaceholders,
  reactExample,
} from "./snippets";

/** Code to copy into an app, with the project's id and API address filled in. */
export function SetupGuide({ id }: { id: string }) {
  const project = useOwnedProject();
  const setup = { apiUrl: useApiUrl(), projectId: project.id };

  return (
    <div id={id} className="min-w-0 scroll-mt-20">
      <Card
        title="Add Gatehouse to your app"
        description={
          <>
            The project ID and the API address are filled in. Replace the keys with your own; they are shown once, when
            you{" "}
            <Link to="/projects/$projectId/api-keys" params={{ projectId: project.id }} className={linkClasses}>
              create them
            </Link>
            . Everything else is in the{" "}
            <a href={`${setup.apiUrl}/api/v1/docs`} className={linkClasses}>
              API reference
            </a>
            .
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <CodeBlock title="Terminal" code={installCommand} />
          <Tabs
            label="Platform"
            tabs={[
              {
                value: "react",
                label: "React",
                content: <CodeBlock title="src/App.tsx" code={reactExample(setup)} />,
              },
              {
                value: "javascript",
                label: "JavaScript",
                content: <CodeBlock title="src/main.ts" code={javaScriptExample(setup)} />,
              },
              {
                value: "hosted",
                label: "Hosted pages",
                content: (
                  <CodeBlock title="src/main.ts" code={hostedExample({ ...setup, siteUrl: window.location.origin })} />
                ),
              },
              {
                value: "backend",
                label: "Backend",
                content: (
                  <div className="flex flex-col gap-4">
                    <CodeBlock title=".env" code={environmentFile(setup, keyPlaceholders)} />
                    <CodeBlock title="server.mjs" code={backendExample} />
                  </div>
                ),
              },
            ]}
          />
        </div>
      </Card>
    </div>
  );
}
