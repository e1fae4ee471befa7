import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, REPORT_LIMITS } from '#contracts';
import { HttpRoutes, type RouteTools } from '#platform';
import { Intake, mayReport } from './intake.js';
import { IntakeLimits } from './intake-limits.js';
import { RateLimiter } from './rate-limiter.js';

/** The contract's own format; transcripts of job runners have others. */
const FORMAT = 'report';

/** `POST /v1/jobs`: one report, JSON or a CloudEvent, plain or compressed; answered after commit. */
@Injectable()
export class JobsRoute implements OnModuleInit {
  private readonly limiter: RateLimiter;

  constructor(
    private readonly routes: HttpRoutes,
    private readonly intake: Intake,
    limits: IntakeLimits,
  ) {
    this.limiter = new RateLimiter(limits);
  }

  onModuleInit(): void {
    this.routes.add((fastify, tools) => this.register(fastify, tools));
  }

  private register(fastify: FastifyInstance, tools: RouteTools): void {
    // The stream is measured as it is read, so that a body is refused at its first byte too many.
    fastify.post('/v1/jobs', { bodyLimit: Number.MAX_SAFE_INTEGER }, (request, reply) =>
      this.post(tools, request, reply),
    );
  }

  private async post(tools: RouteTools, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const credential = await tools.authenticate(request);
    const fault = mayReport(credential);
    if (fault !== undefined) throw new Refusal(fault.code, fault.detail);
    const { format = FORMAT } = request.query as { format?: string };
    if (format !== FORMAT) throw new Refusal('unknown_format', `Known formats: ${FORMAT}.`);
    const delayMs = this.limiter.delayMs(credential.id);
    if (delayMs > 0) throw new Refusal('rate_limited', undefined, { retryAfter: Math.ceil(delayMs / 1_000) });
    const bytes = await bodyOf(request);
    const [taken] = await this.intake.takeAll([
      { bytes, headers: plainHeaders(request), credential, foldAgentCase: true },
    ]);
    if (taken!.status === 'refused') {
      throw Object.assign(new Refusal(taken!.problem.code), { problem: taken!.problem });
    }
    return reply.code(202).header('Cache-Control', 'no-store').send(taken);
  }
}

/** @throws Refusal `payload_too_large` */
async function bodyOf(request: FastifyRequest): Promise<Uint8Array> {
  const tooLarge = new Refusal('payload_too_large', `A report is at most ${REPORT_LIMITS.bytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > REPORT_LIMITS.bytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body === undefined ? [] : (request.body as AsyncIterable<Uint8Array>)) {
    size += chunk.byteLength;
    if (size > REPORT_LIMITS.bytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const plainHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
