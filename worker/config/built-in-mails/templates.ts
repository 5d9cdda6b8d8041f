/**
 * The sources of the templates that every project has until it changes them: TSX modules that export `EmailTemplate`,
 * `variablesSchema` and preview values.
 */

/** Templates of the mails that the system itself sends, by what they are for. */
export const systemTemplateIds = {
  emailVerification: "e7d009ce-8d47-4528-b245-5bf119f2ffa3",
  passwordReset: "a70fb3a4-56c1-4e42-af25-49d25603abd0",
  magicLink: "822687fe-8d0a-4467-a0d1-416b6e639478",
  teamInvitation: "e84de395-2076-4831-9c19-8e9a96a868e4",
  signInInvitation: "066dd73c-36da-4fd0-b6d6-ebf87683f8bc",
} as const;

const emailVerification = `import { Button, Heading, Hr, Link, Section, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";
import { type } from "arktype";

export const variablesSchema = type({
  emailVerificationLink: "string",
});

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={"Verify your e-mail address for " + project.displayName} />
      <NotificationCategory value="Transactional" />
      <Heading as="h1" className="m-0 mb-6 text-2xl font-semibold">
        Verify your e-mail address
      </Heading>
      <Text className="text-base">Hello{user.displayName ? " " + user.displayName : ""},</Text>
      <Text className="text-base">
        Please confirm that this address is yours, so that {project.displayName} can reach you here.
      </Text>
      <Section className="my-8 text-center">
        <Button
          href={variables.emailVerificationLink}
          className="rounded-lg bg-blue-600 px-6 py-3 text-base font-semibold text-white no-underline"
        >
          Verify e-mail address
        </Button>
      </Section>
      <Text className="text-sm">
        If the button does not work, open this address:{" "}
        <Link href={variables.emailVerificationLink} className="break-all">
          {variables.emailVerificationLink}
        </Link>
      </Text>
      <Hr className="my-6" />
      <Text className="m-0 text-xs">If you did not ask for this mail, you can ignore it. Nothing will change.</Text>
    </>
  );
}

EmailTemplate.PreviewVariables = {
  emailVerificationLink: "https://example.com/verify",
} satisfies typeof variablesSchema.infer;
`;

const passwordReset = `import { Button, Heading, Hr, Link, Section, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";
import { type } from "arktype";

export const variablesSchema = type({
  passwordResetLink: "string",
});

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={"Reset your password for " + project.displayName} />
      <NotificationCategory value="Transactional" />
      <Heading as="h1" className="m-0 mb-6 text-2xl font-semibold">
        Reset your password
      </Heading>
      <Text className="text-base">Hello{user.displayName ? " " + user.displayName : ""},</Text>
      <Text className="text-base">
        Someone, probably you, asked for a new password for your account at {project.displayName}. Choose one here:
      </Text>
      <Section className="my-8 text-center">
        <Button
          href={variables.passwordResetLink}
          className="rounded-lg bg-blue-600 px-6 py-3 text-base font-semibold text-white no-underline"
        >
          Choose a new password
        </Button>
      </Section>
      <Text className="text-sm">
        If the button does not work, open this address:{" "}
        <Link href={variables.passwordResetLink} className="break-all">
          {variables.passwordResetLink}
        </Link>
      </Text>
      <Hr className="my-6" />
      <Text className="m-0 text-xs">If it was not you, you can ignore this mail. Your password stays as it is.</Text>
    </>
  );
}

EmailTemplate.PreviewVariables = {
  passwordResetLink: "https://example.com/reset",
} satisfies typeof variablesSchema.infer;
`;

const magicLink = `import { Button, Heading, Hr, Link, Section, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";
import { type } from "arktype";

export const variablesSchema = type({
  magicLink: "string",
  otp: "string",
});

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={"Sign in to " + project.displayName + ": your code is " + variables.otp} />
      <NotificationCategory value="Transactional" />
      <Heading as="h1" className="m-0 mb-6 text-2xl font-semibold">
        Sign in to {project.displayName}
      </Heading>
      <Text className="text-base">Hello{user.displayName ? " " + user.displayName : ""},</Text>
      <Text className="text-base">
        Open this link in the browser where you want to sign in:
      </Text>
      <Section className="my-8 text-center">
        <Button
          href={variables.magicLink}
          className="rounded-lg bg-blue-600 px-6 py-3 text-base font-semibold text-white no-underline"
        >
          Sign in
        </Button>
      </Section>
      <Text className="text-base">Or enter this code where you are signing in:</Text>
      <Text className="my-4 text-center font-mono text-3xl font-bold tracking-widest">{variables.otp}</Text>
      <Text className="text-sm">
        If the button does not work, open this address:{" "}
        <Link href={variables.magicLink} className="break-all">
          {variables.magicLink}
        </Link>
      </Text>
      <Hr className="my-6" />
      <Text className="m-0 text-xs">If you did not try to sign in, you can ignore this mail. Never pass the code on.</Text>
    </>
  );
}

EmailTemplate.PreviewVariables = {
  magicLink: "https://example.com/sign-in",
  otp: "3SLSWZ",
} satisfies typeof variablesSchema.infer;
`;

const teamInvitation = `import { Button, Heading, Hr, Link, Section, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";
import { type } from "arktype";

export const variablesSchema = type({
  teamDisplayName: "string",
  teamInvitationLink: "string",
});

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={"You are invited to join " + variables.teamDisplayName} />
      <NotificationCategory value="Transactional" />
      <Heading as="h1" className="m-0 mb-6 text-2xl font-semibold">
        Join {variables.teamDisplayName}
      </Heading>
      <Text className="text-base">Hello{user.displayName ? " " + user.displayName : ""},</Text>
      <Text className="text-base">
        You are invited to join the team {variables.teamDisplayName} at {project.displayName}.
      </Text>
      <Section className="my-8 text-center">
        <Button
          href={variables.teamInvitationLink}
          className="rounded-lg bg-blue-600 px-6 py-3 text-base font-semibold text-white no-underline"
        >
          Accept the invitation
        </Button>
      </Section>
      <Text className="text-sm">
        If the button does not work, open this address:{" "}
        <Link href={variables.teamInvitationLink} className="break-all">
          {variables.teamInvitationLink}
        </Link>
      </Text>
      <Hr className="my-6" />
      <Text className="m-0 text-xs">If you did not expect an invitation, you can ignore this mail.</Text>
    </>
  );
}

EmailTemplate.PreviewVariables = {
  teamDisplayName: "My Team",
  teamInvitationLink: "https://example.com/invitation",
} satisfies typeof variablesSchema.infer;
`;

const signInInvitation = `import { Button, Heading, Hr, Link, Section, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";
import { type } from "arktype";

export const variablesSchema = type({
  signInInvitationLink: "string",
  teamDisplayName: "string",
});

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={"You are invited to sign in to " + project.displayName} />
      <NotificationCategory value="Transactional" />
      <Heading as="h1" className="m-0 mb-6 text-2xl font-semibold">
        You are invited to {project.displayName}
      </Heading>
      <Text className="text-base">Hello{user.displayName ? " " + user.displayName : ""},</Text>
      <Text className="text-base">
        {variables.teamDisplayName} has an account ready for you. Sign in to start using it.
      </Text>
      <Section className="my-8 text-center">
        <Button
          href={variables.signInInvitationLink}
          className="rounded-lg bg-blue-600 px-6 py-3 text-base font-semibold text-white no-underline"
        >
          Sign in
        </Button>
      </Section>
      <Text className="text-sm">
        If the button does not work, open this address:{" "}
        <Link href={variables.signInInvitationLink} className="break-all">
          {variables.signInInvitationLink}
        </Link>
      </Text>
      <Hr className="my-6" />
      <Text className="m-0 text-xs">If you did not expect an invitation, you can ignore this mail.</Text>
    </>
  );
}

EmailTemplate.PreviewVariables = {
  signInInvitationLink: "https://example.com/sign-in",
  teamDisplayName: "My Project",
} satisfies typeof variablesSchema.infer;
`;

export const builtInTemplates: Record<string, { displayName: string; tsxSource: string }> = {
  [systemTemplateIds.emailVerification]: { displayName: "Email Verification", tsxSource: emailVerification },
  [systemTemplateIds.passwordReset]: { displayName: "Password Reset", tsxSource: passwordReset },
  [systemTemplateIds.magicLink]: { displayName: "Magic Link/OTP", tsxSource: magicLink },
  [systemTemplateIds.teamInvitation]: { displayName: "Team Invitation", tsxSource: teamInvitation },
  [systemTemplateIds.signInInvitation]: { displayName: "Sign In Invitation", tsxSource: signInInvitation },
};
