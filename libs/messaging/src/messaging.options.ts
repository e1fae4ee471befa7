/** What a process must know to join the bus. */
export class MessagingOptions {
  natsUrl!: string;
  /** `svc-<app>`, or `svc-standalone`. */
  credential!: string;
  /** Lets several deployments share one NATS. */
  subjectPrefix!: string;
  /** Accept requests that name no credential, as `local`: for a local start only. */
  allowShortSubjects!: boolean;
  /** Picks the careful defaults of settings. */
  production!: boolean;
}
