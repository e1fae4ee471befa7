import { Injectable, Logger } from '@nestjs/common';
import { firstValueFrom, isObservable } from 'rxjs';
import { operation, Refusal, type OperationName, type Problem } from '#contracts';
import { authorise } from './authorise.js';
import { Configuration } from './configuration.js';
import { RequestContext } from './request-context.js';
import { withTrace } from './trace.js';
import { problemFor } from './problem-for.js';
import { validateRequest } from './validate-request.js';

export type OperationHandler = (body: unknown, context: RequestContext) => unknown;

/** A request as every road brings it. */
export interface IncomingRequest {
  operation: OperationName;
  agent?: string | undefined;
  /** Whom the road proves to speak; undefined on the short subjects of a local start. */
  credential: string | undefined;
  body: Record<string, unknown>;
  header(name: string): string | undefined;
  signal?: AbortSignal | undefined;
}

/** More requests at once than this are refused, so that a flood costs an answer each and not the process. */
const MAX_IN_FLIGHT = 2_000;

/** The one way from a request to its handler, whatever road it came by: authorise, validate, handle. */
@Injectable()
export class OperationDispatcher {
  private readonly logger = new Logger(OperationDispatcher.name);
  private readonly handlers = new Map<OperationName, OperationHandler>();
  private inFlight = 0;

  constructor(private readonly configuration: Configuration) {}

  register(name: OperationName, handler: OperationHandler): void {
    this.handlers.set(name, handler);
  }

  /** Operations that this process handles. */
  get handled(): OperationName[] {
    return [...this.handlers.keys()];
  }

  /** @throws Refusal, or whatever the handler throws; see {@link problemFor}. */
  async dispatch(request: IncomingRequest): Promise<object> {
    const handler = this.handlers.get(request.operation);
    if (handler === undefined) throw new Refusal('not_found');
    if (this.inFlight >= MAX_IN_FLIGHT) throw new Refusal('overloaded', undefined, { retryAfter: 1 });
    this.inFlight++;
    try {
      const { body, context } = await this.prepare(request);
      const result = await withTrace(request.header('traceparent'), () => handler(body, context));
      const reply: unknown = isObservable(result) ? await firstValueFrom(result) : result;
      return reply ?? {};
    } finally {
      this.inFlight--;
    }
  }

  /** What the asker is told of an error of {@link dispatch}. */
  problemFor(error: unknown, { operation }: { operation: OperationName }): Problem {
    return problemFor(error, operation, this.logger);
  }

  private async prepare(request: IncomingRequest): Promise<{ body: object; context: RequestContext }> {
    const spec = operation(request.operation);
    const identity = await this.configuration.authenticate(request.credential);
    authorise(identity, spec, request.agent);
    const body = validateRequest(spec.request, request.body) as { actor?: string };
    const { credential, proven } = identity;
    const label = body.actor === undefined ? {} : { label: body.actor };
    const context = new RequestContext({
      ...request,
      by: { credential: credential.id, role: credential.role, proven, ...label },
      credential,
    });
    return { body, context };
  }
}
