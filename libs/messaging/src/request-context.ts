import type { By, Credential, OperationName } from '#contracts';

/** What a handler may know of a request beside its validated body. */
export class RequestContext {
  readonly operation: OperationName;
  /** Present for every operation that is per agent; valid, and covered by the credential. */
  readonly agent?: string;
  /** Who asks, as events record it; `label` is the body's `actor`. */
  readonly by: By;
  readonly credential: Credential;
  /** The body as it came, before unknown fields were left out. */
  readonly body: unknown;
  /** Aborted when the asker went away or the process stops; for long polls. */
  readonly signal?: AbortSignal;
  /** A header of the request; names in any case. */
  readonly header: (name: string) => string | undefined;

  constructor(values: {
    operation: OperationName;
    agent?: string | undefined;
    by: By;
    credential: Credential;
    body: unknown;
    signal?: AbortSignal | undefined;
    header: (name: string) => string | undefined;
  }) {
    this.operation = values.operation;
    if (values.agent !== undefined) this.agent = values.agent;
    this.by = values.by;
    this.credential = values.credential;
    this.body = values.body;
    if (values.signal !== undefined) this.signal = values.signal;
    this.header = values.header;
  }
}
