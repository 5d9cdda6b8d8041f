import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApp } from "../../react";
import { describeFailure } from "../../react/errors/describe-failure";
import { settled } from "../../react/errors/settled";
import { Alert } from "../../ui/feedback/alert";
import { Select } from "../../ui/forms/select";
import { Fact, Facts } from "../../ui/layout/facts";
import { MessageCard } from "../../ui/layout/message-card";
import { Name } from "../../ui/text/name";
import { useOwnedProjects } from "../projects/use-owned-projects";
import { msg, type PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { DecidesAs, IntegrationPage, type OpenedLink } from "./integration-page";
import { approveKeyOptions, keyRequestOptions, type LinkProblem, linkProblem } from "./queries";

/** Lets an owner choose the project of which a partner gets an admin key. */
export function ApprovalPage() {
  return (
    <IntegrationPage
      title={msg("Connect a project")}
      codeName="interaction_uid"
      options={keyRequestOptions}
      Introduction={Introduction}
      Decision={Approval}
      Invalid={InvalidRequest}
    />
  );
}

interface KeyRequest {
  partner: string;
  host: string;
  cancelUrl: string;
}

function Introduction({ partner, host }: KeyRequest) {
  const t = useTranslation();
  return (
    <>
      <p>
        {t.rich(
          "{partner} asks for an admin key of one of your projects. With it, it can do everything that you can do in the project, until you revoke the key under API keys.",
          { partner: <Name key="partner">{partner}</Name> },
        )}
      </p>
      <Facts label={t("Request")}>
        <Fact name={t("From")}>
          <Name>{partner}</Name>
        </Fact>
        <Fact name={t("Goes to")}>{host}</Fact>
      </Facts>
    </>
  );
}

function Approval({ family, code, user, ...request }: OpenedLink<KeyRequest>) {
  const t = useTranslation();
  const app = useApp();
  const projects = useOwnedProjects();
  const [chosen, setChosen] = useState(projects[0]?.id);
  const goTo = (url: string) => window.location.assign(url);
  const approve = useMutation({ ...approveKeyOptions(app, family, code), onSuccess: goTo });
  const problem = linkProblem(approve.error);
  if (problem) return <InvalidRequest problem={problem} />;
  if (chosen === undefined) {
    return (
      <>
        <MessageCard
          title={t("You have no project yet")}
          primaryButtonText={t("Create a project")}
          primaryAction={() => goTo("/projects")}
          secondaryButtonText={t("Cancel")}
          secondaryAction={() => goTo(request.cancelUrl)}
        >
          <p>
            {t.rich(
              "{partner} asks for a key of one of your projects. Create one first, then start again from there.",
              { partner: <Name key="partner">{request.partner}</Name> },
            )}
          </p>
        </MessageCard>
        <DecidesAs user={user} />
      </>
    );
  }
  return (
    <>
      <MessageCard
        title={t("Connect a project")}
        primaryButtonText={t("Allow")}
        primaryAction={() => settled(approve.mutateAsync(chosen))}
        secondaryButtonText={t("Cancel")}
        secondaryAction={() => goTo(request.cancelUrl)}
      >
        <Introduction {...request} />
        <div className="mt-3 text-start">
          <Select
            label={t("Project")}
            options={projects.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            value={chosen}
            onValueChange={setChosen}
          />
        </div>
        {approve.error && <Alert tone="danger">{describeFailure(approve.error, t)}</Alert>}
      </MessageCard>
      <DecidesAs user={user} />
    </>
  );
}

const wording: Record<LinkProblem, { title: PlainMessage; text: PlainMessage }> = {
  invalid: {
    title: msg("This link is not valid"),
    text: msg("Please go back to where you came from, and start again."),
  },
  expired: {
    title: msg("This request has expired"),
    text: msg("Requests are valid for half an hour. Please go back to where you came from, and start again."),
  },
  used: {
    title: msg("This request was already decided"),
    text: msg("Please go back to where you came from, and start again if it has no key."),
  },
};

function InvalidRequest({ problem }: { problem: LinkProblem }) {
  const t = useTranslation();
  const { title, text } = wording[problem];
  return (
    <MessageCard key={problem} title={t(title)}>
      <p>{t(text)}</p>
    </MessageCard>
  );
}
