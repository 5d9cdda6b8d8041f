import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApp } from "../../react";
import { inEnglish } from "../../react/errors/describe-failure";
import { settled } from "../../react/errors/settled";
import { Alert } from "../../ui/feedback/alert";
import { Select } from "../../ui/forms/select";
import { Fact, Facts } from "../../ui/layout/facts";
import { MessageCard } from "../../ui/layout/message-card";
import { Name } from "../../ui/text/name";
import { ownTeamsOptions } from "../settings/queries";
import { DecidesAs, IntegrationPage, type OpenedLink } from "./integration-page";
import { confirmTransferOptions, type LinkProblem, linkProblem, transferOptions } from "./queries";

/** Where an owner takes over a project that a partner has made for them. */
export function TransferPage() {
  return (
    <IntegrationPage
      title="Take over a project"
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
  return (
    <>
      <p>
        <Name>{partner}</Name> hands this project over to you. The team that you choose administers it from now on.
      </p>
      <Facts label="Project">
        <Fact name="Project">
          <Name>{projectName}</Name>
        </Fact>
        <Fact name="From">
          <Name>{partner}</Name>
        </Fact>
      </Facts>
    </>
  );
}

const newTeam = "new";

function Transfer({ family, code, user, ...handOver }: OpenedLink<HandOver>) {
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
        title="Take over a project"
        primaryButtonText="Take over the project"
        primaryAction={() => settled(confirm.mutateAsync(chosen === newTeam ? undefined : chosen))}
        secondaryButtonText="Not now"
        secondaryAction={() => window.location.assign("/projects")}
      >
        <Introduction {...handOver} />
        <div className="mt-3 text-start">
          <Select
            label="Team that will own it"
            options={[
              ...teams.map(({ id, displayName }) => ({ value: id, label: displayName })),
              { value: newTeam, label: "A new team" },
            ]}
            value={chosen}
            onValueChange={setChosen}
          />
        </div>
        <p>
          <Name>{handOver.partner}</Name> keeps its admin key of the project until you revoke it under API keys.
        </p>
        {confirm.error && <Alert tone="danger">{inEnglish(confirm.error)}</Alert>}
      </MessageCard>
      <DecidesAs user={user} />
    </>
  );
}

const wording: Record<LinkProblem, { title: string; text: string }> = {
  invalid: {
    title: "This link is not valid",
    text: "Please check that you opened the whole link.",
  },
  expired: {
    title: "This link has expired",
    text: "Links are valid for an hour. Go back to where you got it, and ask for a new one.",
  },
  used: {
    title: "This project was taken over already",
    text: "If it was you, it is among your projects. A project can be taken over once.",
  },
};

function InvalidTransfer({ problem }: { problem: LinkProblem }) {
  const { title, text } = wording[problem];
  return (
    <MessageCard
      key={problem}
      title={title}
      primaryButtonText="Show my projects"
      primaryAction={() => window.location.assign("/projects")}
    >
      <p>{text}</p>
    </MessageCard>
  );
}
