import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  LOG_EVENT_VERSIONS,
  Refusal,
  type AtPosition,
  type By,
  type Command,
  type NewLogEvent,
  type OperationName,
  type Problem,
} from '#contracts';
import { canonicalJson, EventStore, sha256Hex, type AppendGroup, type AppendResult } from '#event-store';
import type { RequestContext } from '#messaging';
import { CommandResults } from './command-results.js';
import type { Decision } from './decision.js';
import { wellFormed } from './well-formed.js';

/** Times a command is decided anew because somebody wrote in between. */
const MAX_TRIES = 10;

export interface CommandRequest {
  by: By;
  operation: OperationName;
  agent?: string | undefined;
  body: object;
  /** Repeats under one key of a credential answer the first result. */
  key?: string | undefined;
  /** What events name as their origin: `command:<key>`, `round:<id>`, `review:<id>`. */
  cause: string;
  /** Decided by a machine, not asked for by a person. */
  machine?: boolean;
}

/** One try: a decision and what it was made against. */
export interface Attempt<Reply> {
  decision: Decision<Reply>;
  /** Nothing may have been written here since these positions. */
  unchanged: NonNullable<AppendGroup['unchanged']>;
}

/** A command of a person, as its request says it. */
export function commandOf(body: Command, context: RequestContext): CommandRequest {
  const key = body.idempotencyKey ?? context.header('idempotency-key');
  return {
    by: context.by,
    operation: context.operation,
    agent: context.agent,
    body,
    key,
    cause: `command:${key ?? randomUUID()}`,
  };
}

/** Decides commands and appends what they decide, all or nothing, once. */
@Injectable()
export class CommandRunner {
  /** Commands on one agent (or on what is no agent's) wait for each other here: deciding beside each other is in vain. */
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: EventStore,
    private readonly results: CommandResults,
  ) {}

  /**
   * @param attempt loads, gathers the context and decides; called again when the log has moved on.
   * @throws Refusal of the decision, `idempotency_mismatch`, `clock_suspect`, `overloaded`, or `version_conflict` when
   *   the log keeps moving.
   */
  async run<Reply extends object>(
    request: CommandRequest,
    attempt: () => Promise<Attempt<Reply>>,
  ): Promise<Reply & AtPosition> {
    const key = request.agent ?? '';
    const turn = (this.turns.get(key) ?? Promise.resolve()).then(() => this.decide(request, attempt));
    const done = turn.catch(() => undefined);
    this.turns.set(key, done);
    void done.then(() => {
      if (this.turns.get(key) === done) this.turns.delete(key);
    });
    return turn;
  }

  private async decide<Reply extends object>(
    request: CommandRequest,
    attempt: () => Promise<Attempt<Reply>>,
  ): Promise<Reply & AtPosition> {
    const command = commandKey(request);
    const earlier = command && (await this.results.find(command));
    if (earlier !== undefined) return earlier as Reply & AtPosition;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const { decision, unchanged } = await attempt();
      if ('refused' in decision) throw refusal(decision.refused);
      const result = await this.store.append({
        by: wellFormed(request.by),
        cause: request.cause,
        events: decision.events.map(draftOf),
        ...(command && { command: { ...command, result: decision.reply } }),
        unchanged,
        machine: request.machine ?? false,
      });
      if (result.status !== 'conflict') return replyOf(result, decision.reply);
      // Writers that met once would meet again in step.
      await sleep(Math.random() * 5 * tries);
    }
    throw new Refusal('version_conflict', `decided ${MAX_TRIES} times, and somebody wrote in between each time`);
  }
}

function commandKey({ by, key, operation, agent, body }: CommandRequest) {
  if (key === undefined) return undefined;
  if (key === '' || key.length > 200 || /[\u0000-\u001f]|\p{Surrogate}/u.test(key)) {
    throw new Refusal('invalid_field', 'the idempotency key has 1 to 200 printable characters');
  }
  const bodyDigest = sha256Hex(canonicalJson(wellFormed({ operation, agent, body: { ...body } })));
  return { credential: by.credential, key, bodyDigest };
}

function replyOf<Reply extends object>(result: AppendResult, reply: Reply): Reply & AtPosition {
  switch (result.status) {
    case 'ok':
      return { ...reply, position: result.lastPosition.toString() };
    case 'duplicate':
      return { ...(result.result as Reply), position: result.lastPosition.toString() };
    case 'conflict':
      throw new Refusal('version_conflict');
    default:
      throw new Refusal(result.status);
  }
}

const draftOf = ({ type, stream, data }: NewLogEvent) => ({
  stream,
  type,
  typeVersion: LOG_EVENT_VERSIONS[type],
  data: wellFormed(data),
});

const refusal = ({ code, detail, errors, conflictsWith }: Problem): Refusal =>
  new Refusal(code, detail, { ...(errors && { errors }), ...(conflictsWith !== undefined && { conflictsWith }) });
