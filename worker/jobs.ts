// Every job, gathered from its slices: what runs beside requests.
import * as oauth from "./features/auth/oauth/jobs";
import * as password from "./features/auth/password/jobs";
import * as sessions from "./features/auth/sessions/jobs";
import * as verificationCodes from "./features/verification-codes/jobs";
import { jobsOf } from "./platform/jobs";
import { taskStepConsumer } from "./platform/task-steps";

const slices = [sessions, oauth, password, verificationCodes];

const declared = slices.flatMap(jobsOf);

export const scheduledTasks = declared.filter((job) => job.kind === "scheduled task");

export const queueConsumers = [
  ...declared.filter((job) => job.kind === "queue consumer"),
  taskStepConsumer(scheduledTasks),
];
