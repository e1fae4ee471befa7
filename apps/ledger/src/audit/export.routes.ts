import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventsRequest, operation, Refusal, type Credential } from '#contracts';
import { EventStore, toCloudEvent } from '#event-store';
import { validateRequest } from '#messaging';
import { HttpRoutes, type RouteTools } from '#platform';
import { concerns, eventFilter, mayRead } from './visible-events.js';

/** Lines are handed on in chunks of about this size: one by one they would cost a write each. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * The log as JSON Lines, one CloudEvent a line, of any length: pages are read as fast as the client takes them, so
 * memory stays flat. `limit` is the number of events in all, unlimited when absent.
 */
@Injectable()
export class ExportRoutes implements OnModuleInit {
  constructor(
    private readonly routes: HttpRoutes,
    private readonly store: EventStore,
  ) {}

  onModuleInit(): void {
    this.routes.add((fastify, tools) => {
      fastify.get('/v1/ledger/events', (request, reply) => this.answer(tools, request, reply));
    });
  }

  private async answer(tools: RouteTools, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const credential = await readerOf(tools, request);
    const query = request.query as Record<string, unknown>;
    const { limit, ...rest } = query;
    const asked = validateRequest(EventsRequest, { after: '0', ...rest });
    const head = await this.store.head();
    const most = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
    if (Number.isNaN(most) || most < 1) throw new Refusal('invalid_field', 'limit is a number from 1');
    const until =
      asked.until === undefined || BigInt(asked.until) > head.position ? head.position : BigInt(asked.until);
    const lines = Readable.from(this.chunks(asked, until, most, credential), { objectMode: false });
    void reply
      .type('application/x-ndjson')
      .header('Cache-Control', 'no-store')
      .header('Vary', 'Accept-Encoding')
      .header('Marginalia-Position', head.position.toString());
    if (!acceptsGzip(request)) return reply.send(lines);
    const zipped = createGzip();
    lines.on('error', (error) => zipped.destroy(error));
    zipped.on('close', () => lines.destroy());
    return reply.header('Content-Encoding', 'gzip').send(lines.pipe(zipped));
  }

  private async *chunks(asked: EventsRequest, until: bigint, most: number, credential: Credential) {
    let left = most;
    let chunk = '';
    for await (const event of this.store.iterate({ after: BigInt(asked.after), until, ...eventFilter(asked) })) {
      if (!mayRead(credential, event) || !concerns(asked, event)) continue;
      chunk += `${JSON.stringify(toCloudEvent(event))}\n`;
      left -= 1;
      if (left <= 0) break;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
}

/** @throws Refusal for credentials that may not read the log. */
export async function readerOf(tools: RouteTools, request: FastifyRequest): Promise<Credential> {
  const credential = await tools.authenticate(request);
  const { roles } = operation('ledger.events');
  if (!roles.includes(credential.role)) {
    throw new Refusal('forbidden', `This asks for the role ${roles.join(' or ')}; yours is ${credential.role}.`);
  }
  return credential;
}

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,])gzip(?![\w-])(?!\s*;\s*q=0(?:\.0{1,3})?(?:\s|,|$))/i.test(String(headers['accept-encoding'] ?? ''));
