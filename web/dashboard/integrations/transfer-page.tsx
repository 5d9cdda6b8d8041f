import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApp } from "../../react";
import { describeFailure } from "../../react/errors/describe-failure";
import { settled } from "../../react/errors/settled";
import { Alert } from "../../ui/feedback/alert";
import { Select } from "../../ui/forms/select";
import { Fact, Facts } from "../../ui/layout/facts";
import { MessageCard } from "../../ui/layout/message-card";
import { Name } from "../../ui/text/name";
import { ownTeamsOptions } from "../settings/queries";
import { msg, type PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { DecidesAs, IntegrationPage, type OpenedLink } from "./integration-page";
import { confirmTransferOptions, type LinkProblem, linkProblem, transferOptions } from "./queries";

/** Lets an owner take over a project that a partner has made for them. */
export function TransferPage() {
  return (
    <IntegrationPage
      title={msg("Take over a project")}
      codeName="code"
      options={transferOptions}
      Introduction={Introduction}
      Decision={Transfer}
      Invalid={InvalidTransfer}
    />
  );
}

interface HandOver {
  projectName: string;
  partner: string;
}

function Introduction({ projectName, partner }: HandOver) {
  const t = useTranslation();
  return (
    <>
      <p>
        {t.rich("{partner} hands this project over to you. The team that you choose administers it from now on.", {
          partner: <Name key="partner">{partner}</Name>,
        })}
      </p>
      <Facts label={t("Project")}>
        <Fact name={t("Project")}>
          <Name>{projectName}</Name>
        </Fact>
        <Fact name={t("From")}>
          <Name>{partner}</Name>
        </Fact>
      </Facts>
    </>
  );
}

const newTeam = "new";

function Transfer({ family, code, user, ...handOver }: OpenedLink<HandOver>) {
  const t = useTranslation();
  const app = useApp();
  const { data: teams } = useSuspenseQuery(ownTeamsOptions(app, user.id));
  const [chosen, setChosen] = useState(teams[0]?.id ?? newTeam);
  const openProject = (id: string) => window.location.assign(`/projects/${id}/overview`);
  const confirm = useMutation({ ...confirmTransferOptions(app, family, code), onSuccess: openProject });
  const problem = linkProblem(confirm.error);
  if (problem) return <InvalidTransfer problem={problem} />;
  return (
    <>
      <MessageCard
        title={t("Take over a project")}
        primaryButtonText={t("Take over the project")}
        primaryAction={() => settled(confirm.mutateAsync(chosen === newTeam ? undefined : chosen))}
        secondaryButtonText={t("Not now")}
        secondaryAction={() => window.location.assign("/projects")}
      >
        <Introduction {...handOver} />
        <div className="mt-3 text-start">
          <Select
            label={t("Team that will own it")}
            options={[
              ...teams.map(({ id, displayName }) => ({ value: id, label: displayName })),
              { value: newTeam, label: t("A new team") },
            ]}
            value={chosen}
            onValueChange={setChosen}
          />
        </div>
        <p>
          {t.rich("{partner} keeps its admin key of the project until you revoke it under API keys.", {
            partner: <Name key="partner">{handOver.partner}</Name>,
          })}
        </p>
        {confirm.error && <Alert tone="danger">{describeFailure(confirm.error, t)}</Alert>}
      </MessageCard>
      <DecidesAs user={user} />
    </>
  );
}

const wording: Record<LinkProblem, { title: PlainMessage; text: PlainMessage }> = {
  invalid: {
    title: msg("This link is not valid"),
    text: msg("Please check that you opened the whole link."),
  },
  expired: {
    title: msg("This link has expired"),
    text: msg("Links are valid for an hour. Go back to where you got it, and ask for a new one."),
  },
  used: {
    title: msg("This project was taken over already"),
    text: msg("If it was you, it is among your projects. A project can be taken over once."),
  },
};

function InvalidTransfer({ problem }: { problem: LinkProblem }) {
  const t = useTranslation();
  const { title, text } = wording[problem];
  return (
    <MessageCard
      key={problem}
      title={t(title)}
      primaryButtonText={t("Show my projects")}
      primaryAction={() => window.location.assign("/projects")}
    >
      <p>{t(text)}</p>
    </MessageCard>
  );
}
