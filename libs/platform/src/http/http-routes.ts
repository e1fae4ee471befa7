import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credential } from '#contracts';

export interface RouteTools {
  /** Who asks. @throws Refusal `unauthenticated` */
  authenticate(request: FastifyRequest): Promise<Credential>;
  /** Aborted when the process stops; for answers that last. */
  stopping: AbortSignal;
}
export type RegisterRoutes = (fastify: FastifyInstance, tools: RouteTools) => void | Promise<void>;

/**
 * Routes of an app that are no operations, with full paths (`/v1/jobs`). Add them before the app has started
 * (`onModuleInit`). Bodies come unread, as streams; a thrown Refusal is answered as the operations answer it. A route
 * here takes the place of an operation's.
 */
@Injectable()
export class HttpRoutes {
  readonly all: RegisterRoutes[] = [];

  add(register: RegisterRoutes): void {
    this.all.push(register);
  }
}
