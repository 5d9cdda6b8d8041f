/** The source that a new template begins with. */
export const newTemplateSource = `import { Container, Heading, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";
import { type } from "arktype";

export const variablesSchema = type({
  count: "number",
});

export function EmailTemplate({ user, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <Container>
      <Subject value={"Hello" + (user.displayName ? " " + user.displayName : "")} />
      <NotificationCategory value="Transactional" />
      <Heading as="h1">Hello{user.displayName ? " " + user.displayName : ""}</Heading>
      <Text>The count is {variables.count}.</Text>
    </Container>
  );
}

EmailTemplate.PreviewVariables = {
  count: 10,
} satisfies typeof variablesSchema.infer;
`;

/** The source that a new draft begins with. */
export const newDraftSource = `import { Container, Heading, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";

export function EmailTemplate({ user, project }: Props) {
  return (
    <Container>
      <Subject value={"News from " + project.displayName} />
      <NotificationCategory value="Marketing" />
      <Heading as="h1">Hello{user.displayName ? " " + user.displayName : ""}</Heading>
      <Text>Write your email here.</Text>
    </Container>
  );
}
`;
