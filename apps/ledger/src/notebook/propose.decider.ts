import {
  RULES_VERSION,
  streams,
  type BundleJob,
  type EvidenceRef,
  type LessonCreated,
  type NewLogEvent,
  type ProposeReply,
  type RoundClosed,
} from '#contracts';
import { leaseFrom } from '#domain';
import { dormantTwin, judge, readProposal, supportOf, type GateContext, type GateInput } from '../gates/index.js';
import { refuse, type Decision } from '../commands/decision.js';
import { dormantLessons, evolve, liveLessons, type Lesson, type Notebooks } from './notebook.state.js';
import type { SkillStanding } from './people.decider.js';
import { placed } from './placed.js';
import { releaseReported, type ReportedRelease } from './release.js';

export interface ProposeCommand {
  agent: string;
  roundId: string;
  reflector: string;
  release: string | null;
  /** What the round read, as ingestion recorded it. */
  bundle: readonly BundleJob[];
  /** SHA-256 of the canonical bundle, and of the canonical proposals, hex. */
  batchDigest: string;
  candidatesDigest: string;
  /** False where nobody signed the bundle. */
  attested: boolean;
  /** As they came; judged one by one. */
  proposals: readonly unknown[];
}

export interface ProposeContext extends ReportedRelease {
  /** True when the log holds the end of this round already. */
  roundIsClosed: boolean;
  /** ISO-8601. */
  now: string;
  /** One for each proposal. */
  lessonIds: readonly string[];
  skills: ReadonlyMap<string, SkillStanding>;
  skillTextHashes: ReadonlyMap<string, string>;
  duplicateThreshold: number;
  banThreshold: number;
  trustPresumedPeople: boolean;
}

type Reply = Omit<ProposeReply, 'position'>;

/** Judges the proposals of a round in order, each accepted one counting for the next (domain.md section 4). */
export function decidePropose(state: Notebooks, command: ProposeCommand, context: ProposeContext): Decision<Reply> {
  const { agent, roundId, proposals } = command;
  if (context.roundIsClosed) return refuse('round_closed', `the round ${roundId} is closed`);
  const { release, events: released } = releaseReported(agent, command.release, context);
  const reply: Reply = { accepted: [], revived: [], rejected: [] };
  const events: NewLogEvent[] = [];
  const added = new Map<string, number>();
  let current = state;
  proposals.forEach((raw, index) => {
    const proposal = readProposal(raw);
    if ('reason' in proposal) {
      reply.rejected.push({ index, ...proposal });
      return;
    }
    const { skill } = proposal;
    const gates = gateContext(current, skill, added.get(skill) ?? 0, command, context);
    const rejection = judge(proposal, gates);
    if (rejection !== undefined) {
      reply.rejected.push({ index, ...rejection });
      return;
    }
    const evidence = evidenceOf(proposal, command.bundle);
    const checked = { checkedRelease: release, checkedSkillHash: context.skillTextHashes.get(skill) ?? null };
    const dormant = current.lessons.get(dormantTwin(proposal, gates) ?? '');
    const event =
      dormant === undefined
        ? created(context.lessonIds[index] ?? '', proposal, evidence, checked, command, context)
        : revived(dormant, evidence, checked, context.now);
    events.push(event);
    current = evolve(current, placed(event, context.now));
    const { lessonId } = event.data;
    if (dormant === undefined) added.set(skill, (added.get(skill) ?? 0) + 1);
    reply[dormant === undefined ? 'accepted' : 'revived'].push({ lessonId, skill, index });
  });
  return { events: [...released, ...events, closed(command, reply)], reply };
}

function gateContext(
  state: Notebooks,
  skill: string,
  acceptedInRound: number,
  { bundle }: ProposeCommand,
  { now, skills, duplicateThreshold, banThreshold, trustPresumedPeople }: ProposeContext,
): GateContext {
  const live = liveLessons(state, skill, now);
  const standing = skills.get(skill);
  return {
    skill: standing === 'enabled' || standing === 'disabled' ? standing : 'absent',
    liveLessons: live,
    dormantLessons: dormantLessons(state, skill, now),
    bans: [...state.bans.values()],
    bundle,
    acceptedInRound,
    liveCount: live.length,
    thresholds: { duplicate: duplicateThreshold, ban: banThreshold },
    trustPresumedPeople,
  };
}

type Checked = Pick<LessonCreated, 'checkedRelease' | 'checkedSkillHash'>;

function created(
  lessonId: string,
  proposal: GateInput,
  evidence: EvidenceRef[],
  checked: Checked,
  { agent, roundId, bundle, attested }: ProposeCommand,
  { now }: ProposeContext,
): Extract<NewLogEvent, { type: 'lesson.created' }> {
  const { skill, kind, content, condition, action, check } = proposal;
  const cited = bundle.filter(({ jobId }) => evidence.some((one) => one.jobId === jobId));
  return {
    type: 'lesson.created',
    stream: streams.lesson(agent, skill),
    data: {
      lessonId,
      agent,
      skill,
      author: 'machine',
      kind,
      content,
      ...(condition !== undefined && { condition }),
      ...(action !== undefined && { action }),
      ...(check !== undefined && { check }),
      evidence,
      origins: new Set(cited.map(({ origin }) => origin)).size,
      singleSource: new Set(cited.map(({ credential }) => credential)).size <= 1,
      ...leaseFrom(now),
      ...checked,
      rules: RULES_VERSION,
      roundId,
      attested,
    },
  };
}

const revived = (
  { lessonId, agent, skill }: Lesson,
  evidence: EvidenceRef[],
  checked: Checked,
  now: string,
): Extract<NewLogEvent, { type: 'lesson.renewed' }> => ({
  type: 'lesson.renewed',
  stream: streams.lesson(agent, skill),
  data: { lessonId, ...leaseFrom(now), ...checked, basis: 'revived', evidence, rules: RULES_VERSION },
});

/** An event has to stay small; more items than this say nothing more. */
const MAX_EVIDENCE = 200;

/** What supports the note, by item and digest; each once. */
const evidenceOf = (proposal: GateInput, bundle: readonly BundleJob[]): EvidenceRef[] =>
  supportOf(proposal, bundle)
    .slice(0, MAX_EVIDENCE)
    .map(({ job, item, digest }) => ({ jobId: job.jobId, item, digest }));

function closed(command: ProposeCommand, { accepted, revived, rejected }: Reply): NewLogEvent {
  const { agent, roundId, reflector, batchDigest, candidatesDigest, attested, proposals } = command;
  const reasons: Record<string, number> = {};
  for (const { reason } of rejected) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const learned = accepted.length + revived.length > 0;
  const data: RoundClosed = {
    roundId,
    reflector,
    outcome: learned ? 'learned' : proposals.length === 0 ? 'empty' : 'nothing_qualified',
    batchDigest,
    candidatesDigest,
    accepted: accepted.map(({ lessonId, skill }) => ({ lessonId, skill })),
    revived: revived.map(({ lessonId, skill }) => ({ lessonId, skill })),
    rejected: reasons,
    attested,
  };
  return { type: 'round.closed', stream: streams.round(agent), data };
}
