import { CredentialCards } from "./credential-cards";
import type { PartProps } from "./parts";
import { SessionsCard } from "./sessions-card";
import { AttemptsCard, MethodsCard, ObstaclesCard, ReceivedEmailsCard } from "./sign-in-help-cards";

/**
 * Shows how the user signs in: at the top what keeps them from it and mends it. Below, beside each other where there is room, are what
 * happened when they tried and what they sign in with.
 */
export function SignInPart(props: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <ObstaclesCard {...props} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <MethodsCard {...props} />
          <AttemptsCard {...props} />
          <ReceivedEmailsCard {...props} />
          <SessionsCard user={props.user} />
        </div>
        <div className="flex flex-col gap-6">
          <CredentialCards {...props} />
        </div>
      </div>
    </div>
  );
}
