import { Injectable } from '@nestjs/common';
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import { problem } from '#contracts';
import { OperationDispatcher } from '#messaging';
import { HealthChecks } from '../health.js';
import { Metrics } from '../metrics.js';
import { Authenticator } from './authenticator.js';
import { hostGuard } from './host-guard.js';
import { HttpRoutes, type RouteTools } from './http-routes.js';
import { mountOperations } from './mount-operations.js';
import { problemOfHttp, sendProblem } from './problem-reply.js';

export interface HttpOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Further names under which it may be asked. */
  allowedHosts?: string[];
}

/** How long answers under way may take at the end. */
const GRACE_MS = 5_000;

/** The HTTP face of the process: the same handlers as on the bus, and what the apps add. */
@Injectable()
export class HttpServer {
  private instance?: FastifyInstance;
  private readonly stopping = new AbortController();

  constructor(
    private readonly dispatcher: OperationDispatcher,
    private readonly authenticator: Authenticator,
    private readonly routes: HttpRoutes,
    private readonly health: HealthChecks,
    private readonly metrics: Metrics,
  ) {}

  /** Everything is mounted but nothing listens; for `inject`. */
  async build({ host, allowedHosts = [] }: Omit<HttpOptions, 'port'>): Promise<FastifyInstance> {
    const http = fastify({
      // Answers under way are finished at the end; idle connections are closed.
      forceCloseConnections: 'idle',
      routerOptions: { maxParamLength: 1_000 },
      frameworkErrors: (error, _request, reply) => void sendProblem(reply as FastifyReply, problemOfHttp(error)),
    });
    this.instance = http;
    const guard = hostGuard({ host, allowed: allowedHosts });
    http.addHook('onRequest', (request, _reply, done) => {
      guard(request);
      done();
    });
    http.setErrorHandler((error, _request, reply) => sendProblem(reply, problemOfHttp(error)));
    http.setNotFoundHandler((_request, reply) => sendProblem(reply, problem('not_found')));
    const tools: RouteTools = {
      authenticate: ({ headers }) => this.authenticator.authenticate(headers.authorization),
      stopping: this.stopping.signal,
    };
    for (const register of this.routes.all) {
      await http.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
        await register(scope, tools);
      });
    }
    await http.register((scope, _options, done) => {
      mountOperations(scope, this.dispatcher, tools);
      done();
    });
    this.addOperatorRoutes(http);
    await http.ready();
    return http;
  }

  /** Answers the base URL. @throws when the port is taken */
  async listen({ port, ...options }: HttpOptions): Promise<string> {
    const http = await this.build(options);
    return http.listen({ host: options.host, port });
  }

  /** Ends long polls and waits for the answers under way, but not for a connection that never says anything. */
  async close(): Promise<void> {
    this.stopping.abort();
    const late = setTimeout(() => this.instance?.server.closeAllConnections(), GRACE_MS);
    await this.instance?.close();
    clearTimeout(late);
  }

  private addOperatorRoutes(http: FastifyInstance): void {
    http.get('/healthz', () => this.health.look());
    http.get('/readyz', async (_request, reply) => {
      const health = await this.health.look();
      return reply.code(health.status === 'ok' ? 200 : 503).send(health);
    });
    http.get('/metrics', async (_request, reply) =>
      reply.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics()),
    );
  }
}
