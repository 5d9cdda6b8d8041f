/** An email as an owner writes it for the renderer. */
export const email = (greeting: string, category = "Transactional") => `
import { type } from "arktype";
import { Link, Text } from "@react-email/components";
import { NotificationCategory, Props, Subject } from "@stackframe/emails";

export const variablesSchema = type({ "place?": "string", "signInInvitationLink?": "string" });

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={"${greeting} from " + project.displayName} />
      <NotificationCategory value="${category}" />
      <Text>${greeting} {user.displayName}, welcome to {variables.place ?? "here"}</Text>
      <Link href={variables.signInInvitationLink}>Sign in</Link>
    </>
  );
}
`;

export const cannotBeRendered = { errorCode: "EMAIL_RENDERING_ERROR" };
