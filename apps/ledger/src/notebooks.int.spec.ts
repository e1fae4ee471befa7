import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import type { Replies } from '#contracts';
import { canonicalJson, sha256Hex } from '#event-store';
import { Handles } from '#messaging';
import { roundOf, TestLedgerApp } from './ledger.fixture.js';

const keys = generateKeyPairSync('ed25519');

/** Ingestion, as far as the ledger asks it: the key that signs batches. */
@Controller()
class SigningIngestion {
  @Handles('evidence.key')
  key(): Replies['evidence.key'] {
    return { publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  }
}

@Module({ controllers: [SigningIngestion] })
class IngestionModule {}

const AGENT = { agent: 'aria' };
const NOTE = 'When sudo is not installed, run the command without sudo.';

describe('notebooks', () => {
  let ledger: TestLedgerApp;
  beforeAll(async () => {
    ledger = await TestLedgerApp.start('notebooks', {}, [IngestionModule]);
    await ledger.publishSkill();
  });
  afterAll(() => ledger.stop());

  const lessons = async (agent: string) => (await ledger.ask('ledger.lessons', { state: 'live' }, { agent })).lessons;

  it('learns from a round, and answers the same round the same', async () => {
    const round = roundOf([{ content: NOTE }]);
    const reply = await ledger.ask('ledger.propose', round, AGENT);
    expect(reply).toMatchObject({ accepted: [{ skill: 'bash', index: 0 }], rejected: [] });
    expect(await ledger.ask('ledger.propose', round, AGENT)).toEqual(reply);
    expect(await lessons('aria')).toMatchObject([
      { content: NOTE, state: 'in_lease', author: 'machine', origins: 2, roundId: round.roundId, banned: false },
    ]);
    expect(await ledger.refusal('ledger.propose', { ...round, proposals: [] }, AGENT)).toBe('idempotency_mismatch');
    expect(await ledger.refusal('ledger.propose', round, { ...AGENT, as: 'svc-reflection' })).toBe('forbidden');
  });

  it('answers a round that learned nothing the same, too', async () => {
    const round = roundOf([{ content: NOTE, skill: 'absent' }]);
    const reply = await ledger.ask('ledger.propose', round, AGENT);
    expect(reply.rejected).toMatchObject([{ index: 0, reason: 'skill_not_found' }]);
    expect(await ledger.ask('ledger.propose', round, AGENT)).toEqual(reply);
  });

  it('retires with a ban in the same step, and the ban holds for machines', async () => {
    const agent = 'retiring';
    const { accepted } = await ledger.ask('ledger.propose', roundOf([{ content: NOTE }]), { agent });
    const lessonId = accepted[0]?.lessonId;
    await ledger.ask('ledger.retire', { lessonId, reason: 'wrong' }, { agent });
    expect(await ledger.refusal('ledger.retire', { lessonId }, { agent })).toBe('already_ended');
    const again = await ledger.ask('ledger.propose', roundOf([{ content: NOTE }]), { agent });
    expect(again.rejected).toMatchObject([{ reason: 'revoked_lesson', conflictsWith: lessonId }]);
    expect((await ledger.ask('ledger.revoked', {}, { agent })).revoked).toMatchObject([{ lessonId, scope: 'agent' }]);
    const { lesson, events } = await ledger.ask('ledger.lesson', { lessonId }, { agent });
    expect(lesson).toMatchObject({ state: 'retired', endReason: 'wrong', banned: true });
    expect(events.map(({ type }) => type)).toEqual(['lesson.created', 'lesson.retired', 'ban.banned']);
  });

  it('judges a round that is in flight while its meaning is banned by the ban', async () => {
    const agent = 'racing';
    const { lessonId } = await ledger.ask('ledger.add', { skill: 'bash', content: NOTE }, { agent });
    const [, proposed] = await Promise.all([
      ledger.ask('ledger.retire', { lessonId }, { agent }),
      ledger.ask('ledger.propose', roundOf([{ content: NOTE }]), { agent }),
    ]);
    expect(['duplicate_lesson', 'revoked_lesson']).toContain(proposed.rejected[0]?.reason);
    expect(await lessons(agent)).toEqual([]);
  });

  it('lets a person add, replace, ban and unban', async () => {
    const agent = 'people';
    const key = randomUUID();
    const add = { skill: 'bash', content: 'Ask Kim before you touch the archive.', idempotencyKey: key };
    const added = await ledger.ask('ledger.add', add, { agent, as: 'operator' });
    expect(await ledger.ask('ledger.add', add, { agent, as: 'operator' })).toEqual(added);
    expect(await ledger.refusal('ledger.add', { ...add, idempotencyKey: 'k2' }, { agent })).toBe('duplicate_lesson');
    const replaced = await ledger.ask(
      'ledger.replace',
      { lessonId: added.lessonId, content: 'When the disk is full, delete the build folder first.' },
      { agent },
    );
    expect(replaced.retired).toBe(added.lessonId);
    expect(await ledger.refusal('ledger.add', { ...add, idempotencyKey: 'k3' }, { agent })).toBe('revoked_lesson');
    await ledger.ask('ledger.unban', { lessonId: added.lessonId }, { agent });
    await ledger.ask('ledger.add', { ...add, idempotencyKey: 'k4' }, { agent });
    expect(await lessons(agent)).toHaveLength(2);
    expect(await ledger.refusal('ledger.ban', { lessonId: replaced.lessonId }, { agent })).toBe('not_ended');
    expect(await ledger.refusal('ledger.retire', { lessonId: replaced.lessonId }, AGENT)).toBe('lesson_not_found');
    expect(await ledger.refusal('ledger.add', add, { agent, as: 'auditor' })).toBe('forbidden');
  });

  it('takes fifty writers at one notebook one after the other', async () => {
    const agent = 'busy';
    const writers = Array.from({ length: 50 }, (_, n) =>
      ledger.ask('ledger.add', { skill: 'bash', content: `Note number ${n} of a person.` }, { agent }),
    );
    const replies = await Promise.all(writers);
    expect(new Set(replies.map(({ position }) => position)).size).toBe(50);
    expect(await lessons(agent)).toHaveLength(50);
  });

  it('lets writers of two replicas decide again where they met', async () => {
    const agent = 'shared';
    const second = await ledger.startReplica();
    const writers = Array.from({ length: 50 }, (_, n) =>
      ledger.ask('ledger.add', { skill: 'bash', content: `Note number ${n} of two replicas.` }, { agent }),
    );
    expect(new Set((await Promise.all(writers)).map(({ lessonId }) => lessonId)).size).toBe(50);
    expect(await lessons(agent)).toHaveLength(50);
    await ledger.stopReplica(second);
  });

  it('never lets machines pass ten, however many rounds come at once', async () => {
    const agent = 'capped';
    const rounds = Array.from({ length: 8 }, (_, n) =>
      roundOf(
        ['alpha', 'beta'].map((word) => ({
          content: `When ${word}${n} prints error E${n}, run ${word}${n} with --flag-${word}-${n}.`,
        })),
      ),
    );
    const replies = await Promise.all(rounds.map((round) => ledger.ask('ledger.propose', round, { agent })));
    expect(await lessons(agent)).toHaveLength(replies.flatMap(({ accepted }) => accepted).length);
    expect(await lessons(agent)).toHaveLength(10);
  });

  it('takes a signed batch from a service, and no other', async () => {
    const agent = 'attested';
    const round = roundOf([{ content: NOTE }]);
    const digest = sha256Hex(canonicalJson(round.bundle));
    const signature = sign(null, Buffer.from(digest), keys.privateKey).toString('base64');
    const asService = { agent, as: 'svc-reflection' };
    expect(await ledger.refusal('ledger.propose', round, asService)).toBe('forbidden');
    const forged = { ...round, bundle: round.bundle.map((job) => ({ ...job, origin: 'mine' })) };
    expect(await ledger.refusal('ledger.propose', { ...forged, batch: { digest, signature } }, asService)).toBe(
      'forbidden',
    );
    const other = { digest, signature: sign(null, Buffer.from('x'), keys.privateKey).toString('base64') };
    expect(await ledger.refusal('ledger.propose', { ...round, batch: other }, asService)).toBe('forbidden');
    await ledger.ask('ledger.propose', { ...round, batch: { digest, signature } }, asService);
    const { events } = await ledger.ask('ledger.events', { after: '0', agent, type: 'round.closed' });
    expect(events).toMatchObject([
      { bycredential: 'svc-reflection', cause: `round:${round.roundId}`, data: { attested: true } },
    ]);
    // The round is over for everybody, whatever credential comes with it.
    expect(await ledger.refusal('ledger.propose', round, { agent })).toBe('round_closed');
  });
});
