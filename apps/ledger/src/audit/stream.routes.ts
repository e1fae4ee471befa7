import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '#contracts';
import { EventStore, parsePosition, toCloudEvent, type StoredEvent } from '#event-store';
import { HttpRoutes, type RouteTools } from '#platform';
import { readerOf } from './export.routes.js';
import { mayRead } from './visible-events.js';

/** Proxies close what is silent. */
const HEARTBEAT_MS = 15_000;

/**
 * `GET /v1/stream`: server-sent events of the log that the token may see, from now on, or after `Last-Event-ID` or
 * `?after=`. The id of an event is its position, so a client that reconnects misses nothing.
 */
@Injectable()
export class StreamRoutes implements OnModuleInit {
  constructor(
    private readonly routes: HttpRoutes,
    private readonly store: EventStore,
  ) {}

  onModuleInit(): void {
    this.routes.add((fastify, tools) => {
      fastify.get('/v1/stream', (request, reply) => this.answer(tools, request, reply));
    });
  }

  private async answer(tools: RouteTools, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const credential = await readerOf(tools, request);
    const after = startOf(request) ?? (await this.store.head()).position;
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      Connection: 'close',
      'X-Accel-Buffering': 'no',
    });
    raw.write(': following the log\n\n');
    const gone = new AbortController();
    raw.on('close', () => gone.abort());
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS).unref();
    try {
      await this.store.follow({
        after,
        signal: AbortSignal.any([gone.signal, tools.stopping]),
        onEvents: (events) => send(raw, credential, events, gone.signal),
      });
    } finally {
      clearInterval(heartbeat);
      raw.end();
    }
  }
}

function startOf({ headers, query }: FastifyRequest): bigint | undefined {
  const { after } = query as { after?: string };
  return parsePosition(String(headers['last-event-id'] ?? after ?? ''));
}

/** A client that reads slowly is waited for; the log keeps what it has not seen. */
async function send(
  raw: ServerResponse,
  credential: Credential,
  events: StoredEvent[],
  gone: AbortSignal,
): Promise<void> {
  for (const event of events) {
    if (gone.aborted) return;
    if (!mayRead(credential, event)) continue;
    const written = raw.write(
      `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(toCloudEvent(event))}\n\n`,
    );
    if (!written) await once(raw, 'drain', { signal: gone }).catch(() => undefined);
  }
}
