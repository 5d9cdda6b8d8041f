import { CredentialCards } from "./credential-cards";
import type { PartProps } from "./parts";
import { SessionsCard } from "./sessions-card";
import { AttemptsCard, MethodsCard, ObstaclesCard, ReceivedEmailsCard } from "./sign-in-help-cards";

/** Shows how the user signs in: what keeps them from it and mends it, what happened when they tried, and what they sign in with. */
export function SignInPart(props: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <ObstaclesCard {...props} />
      <MethodsCard {...props} />
      <AttemptsCard {...props} />
      <ReceivedEmailsCard {...props} />
      <SessionsCard user={props.user} />
      <CredentialCards user={props.user} />
    </div>
  );
}
