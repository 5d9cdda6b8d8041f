import { CodeBlock } from "../../ui/data/code-block";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/link-classes";
import { useApiUrl } from "../api-url";
import { ConfigSwitch } from "../forms/config-switch";
import { referenceAddress } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";

const snippet = `// An endpoint of your backend that programs of your users call
export async function GET(request: Request) {
  const apiKey = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
  // For keys of teams: serverApp.getTeam({ apiKey })
  const user = await serverApp.getUser({ apiKey });
  if (!user) return new Response("This API key is not valid.", { status: 401 });
  return Response.json({ hello: user.displayName });
}`;

/** Whether users and teams of the project create API keys, and how a backend checks one. */
export function UserKeysCard() {
  const t = useTranslation();
  const apiUrl = useApiUrl();
  return (
    // By which links open the page at the card.
    <div id="keys-of-users" className="scroll-mt-6">
      <Card
        title={t("API keys of users and teams")}
        description={t(
          "Your users create keys in their account settings, with which their own programs call your backend in their name. Your backend asks Gatehouse whose key it is.",
        )}
      >
        <div className="flex min-w-0 flex-col gap-5">
          <ConfigSwitch
            path="apiKeys.enabled.user"
            label={t("Users have API keys")}
            hint={t("Each user creates, names and revokes their own.")}
          />
          <ConfigSwitch
            path="apiKeys.enabled.team"
            label={t("Teams have API keys")}
            hint={t("Members whose role allows it create keys that act for the team.")}
          />
          <p className="text-sm text-ink-soft">
            {t("While a switch is off, keys that exist are refused, and no new ones can be created.")}
          </p>
          <CodeBlock title="TypeScript" code={snippet} />
          <a
            href={referenceAddress(apiUrl, "API keys")}
            target="_blank"
            rel="noreferrer"
            className={`${linkClasses} self-start text-sm`}
          >
            {t("API reference of these keys")}
          </a>
        </div>
      </Card>
    </div>
  );
}
