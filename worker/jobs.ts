// Every job, gathered from its slices: what runs beside requests.
import * as mfa from "./features/auth/mfa/jobs";
import * as password from "./features/auth/password/jobs";
import * as dataVault from "./features/data-vault/jobs";
import * as emailSends from "./features/email-sends/jobs";
import * as expiredRows from "./features/expired-rows/jobs";
import * as failedEmailDigest from "./features/failed-email-digest/jobs";
import * as images from "./features/images/jobs";
import * as stripe from "./features/payments/stripe/jobs";
import * as projectMoves from "./features/project-moves/jobs";
import * as projects from "./features/projects/jobs";
import * as usage from "./features/usage/jobs";
import * as connectedAccounts from "./features/users/connected-accounts/jobs";
import * as webhooks from "./features/webhooks/jobs";
import { jobsOf } from "./platform/jobs";
import { taskStepConsumer } from "./platform/task-steps";

const slices = [
  expiredRows,
  password,
  mfa,
  projects,
  projectMoves,
  connectedAccounts,
  dataVault,
  emailSends,
  failedEmailDigest,
  images,
  webhooks,
  stripe,
  usage,
];

const declared = slices.flatMap(jobsOf);

export const scheduledTasks = declared.filter((job) => job.kind === "scheduled task");

export const queueConsumers = [
  ...declared.filter((job) => job.kind === "queue consumer"),
  taskStepConsumer(scheduledTasks),
];
