// Every job, gathered from its slices: what runs beside requests.
import * as audit from "./features/audit/jobs";
import * as mfa from "./features/auth/mfa/jobs";
import * as oauth from "./features/auth/oauth/jobs";
import * as password from "./features/auth/password/jobs";
import * as sessions from "./features/auth/sessions/jobs";
import * as dataVault from "./features/data-vault/jobs";
import * as emailLog from "./features/email-log/jobs";
import * as emailSends from "./features/email-sends/jobs";
import * as failedEmailDigest from "./features/failed-email-digest/jobs";
import * as images from "./features/images/jobs";
import * as metrics from "./features/metrics/jobs";
import * as purchases from "./features/payments/purchases/jobs";
import * as stripe from "./features/payments/stripe/jobs";
import * as projectMoves from "./features/project-moves/jobs";
import * as projects from "./features/projects/jobs";
import * as usage from "./features/usage/jobs";
import * as connectedAccounts from "./features/users/connected-accounts/jobs";
import * as verificationCodes from "./features/verification-codes/jobs";
import * as webhooks from "./features/webhooks/jobs";
import { jobsOf } from "./platform/jobs";
import { taskStepConsumer } from "./platform/task-steps";

const slices = [
  sessions,
  oauth,
  password,
  verificationCodes,
  mfa,
  projects,
  projectMoves,
  connectedAccounts,
  dataVault,
  emailLog,
  emailSends,
  failedEmailDigest,
  images,
  metrics,
  audit,
  purchases,
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
