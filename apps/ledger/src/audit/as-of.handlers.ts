import { Controller } from '@nestjs/common';
import { Refusal, streams, type AsOfRequest, type Replies } from '#contracts';
import { contentHashOf, deliveredLesson, Library, logEventOf, renderSkill, type LibrarySkill } from '#domain';
import { BlobStore, EventStore, toCloudEvent } from '#event-store';
import { Handles, type RequestContext } from '#messaging';
import { LedgerClock } from '../commands/ledger-clock.js';

/** What an agent would have been told, from the log alone, by the same fold and renderer that deliver. */
@Controller()
export class AsOfHandlers {
  constructor(
    private readonly store: EventStore,
    private readonly blobs: BlobStore,
    private readonly clock: LedgerClock,
  ) {}

  @Handles('ledger.asof')
  async asOf(body: AsOfRequest, { agent = '' }: RequestContext): Promise<Replies['ledger.asof']> {
    const { at, until } = await this.moment(body);
    const library = new Library();
    let position = 0n;
    const concerning = [streams.lessonsOf(agent), streams.agent(agent), 'skill/', streams.settings];
    for await (const event of this.store.iterate({ until, streams: concerning })) {
      if (body.position === undefined && event.time > at) break;
      const known = logEventOf(toCloudEvent(event));
      if (known !== undefined) library.apply(known);
      position = event.position;
    }
    const wanted = library.enabledSkills(agent).filter(({ name }) => body.skill === undefined || name === body.skill);
    if (body.skill !== undefined && wanted.length === 0) {
      throw new Refusal('skill_not_found', `${agent} had no skill ${body.skill} then`);
    }
    const texts = await this.blobs.get(wanted.map(({ skillTextHash }) => skillTextHash));
    return {
      at,
      position: (body.position === undefined ? position : until).toString(),
      skills: wanted.map((skill) => rendered(library, agent, skill, at, texts.get(skill.skillTextHash))),
    };
  }

  /** The instant for which leases are judged, and how far the log is read. */
  private async moment({ at, position }: AsOfRequest): Promise<{ at: string; until: bigint }> {
    const head = await this.store.head();
    if (position !== undefined) {
      const until = BigInt(position);
      if (until > head.position) throw new Refusal('value_out_of_range', `the log ends at ${head.position}`);
      const [event] = until === 0n ? [] : await this.store.read({ after: until - 1n, until });
      return { at: at === undefined ? (event?.time ?? new Date(0).toISOString()) : isoOf(at), until };
    }
    const now = await this.clock.now();
    if (at !== undefined && isoOf(at) > now) throw new Refusal('value_out_of_range', `it is ${now}`);
    return { at: at === undefined ? now : isoOf(at), until: head.position };
  }
}

type SkillThen = Replies['ledger.asof']['skills'][number];

function rendered(library: Library, agent: string, skill: LibrarySkill, at: string, text?: Buffer): SkillThen {
  const lessons = library.told(agent, skill.name, Date.parse(at));
  const content = renderSkill(text?.toString('utf8') ?? '', lessons);
  return {
    skill: skill.name,
    content,
    contentHash: contentHashOf(content),
    skillHash: skill.skillHash,
    skillTextHash: skill.skillTextHash,
    lessons: lessons.map(deliveredLesson),
    events: library.positionsBehind(agent, skill, lessons),
  };
}

const isoOf = (time: string): string => new Date(time).toISOString();
