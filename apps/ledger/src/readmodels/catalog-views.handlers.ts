import { Controller } from '@nestjs/common';
import { MoreThan, type DataSource } from 'typeorm';
import { Inject } from '@nestjs/common';
import {
  Refusal,
  streams,
  type AgentFacts,
  type BlobRequest,
  type Page,
  type Replies,
  type SkillFile,
  type SkillPublished,
  type SkillRequest,
  type SkillView,
} from '#contracts';
import { isLive } from '#domain';
import { BlobStore, EventStore } from '#event-store';
import { Handles, type RequestContext } from '#messaging';
import { LedgerClock } from '../commands/ledger-clock.js';
import { LedgerStates } from '../commands/ledger-states.js';
import { LEDGER_READ } from '../ledger.tokens.js';
import { lessonView } from './lesson-view.js';
import { ReadModels } from './read-models.service.js';
import { SkillEntity } from './skill.entity.js';

const PAGE = 100;

/** What is in the catalogue, and what an agent has of it. */
@Controller()
export class CatalogViewsHandlers {
  constructor(
    @Inject(LEDGER_READ) private readonly read: DataSource,
    private readonly readModels: ReadModels,
    private readonly states: LedgerStates,
    private readonly store: EventStore,
    private readonly blobs: BlobStore,
    private readonly clock: LedgerClock,
  ) {}

  @Handles('ledger.catalog.skills')
  async skills({ cursor = '', limit = PAGE }: Page): Promise<Replies['ledger.catalog.skills']> {
    const position = await this.readModels.catchUp();
    const rows = await this.read
      .getRepository(SkillEntity)
      .find({ where: { skill: MoreThan(cursor) }, order: { skill: 'asc' }, take: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      skills: page.map(skillView),
      ...(last !== undefined && rows.length > limit && { nextCursor: last.skill }),
      position,
    };
  }

  @Handles('ledger.catalog.skill')
  async skill(body: SkillRequest): Promise<Replies['ledger.catalog.skill']> {
    const [{ state, position }, events] = await Promise.all([
      this.states.skill(body.skill),
      this.store.readStream(streams.skill(body.skill)),
    ]);
    const published = events.flatMap(({ type, time, data }) =>
      type === 'skill.published' ? [{ ...(data as SkillPublished), publishedAt: time }] : [],
    );
    const wanted = body.version ?? state.version;
    const shown = published.find(({ version }) => version === wanted);
    if (shown === undefined) throw new Refusal('skill_not_found', `no version ${wanted} of skill ${body.skill}`);
    const { skill, description, version, skillHash, skillTextHash, publishedAt } = shown;
    return {
      skill: {
        skill,
        description,
        version,
        archived: state.archived,
        default: state.default,
        skillHash,
        skillTextHash,
        publishedAt,
      },
      files: await this.files(shown.files),
      versions: published.map((one) => ({
        version: one.version,
        publishedAt: one.publishedAt,
        skillHash: one.skillHash,
      })),
      position,
    };
  }

  @Handles('ledger.agent')
  async agent(_body: object, { agent = '' }: RequestContext): Promise<AgentFacts> {
    await this.readModels.catchUp();
    const [{ state, position }, settings, now] = await Promise.all([
      this.states.agent(agent),
      this.states.settingsInForce(),
      this.clock.now(),
    ]);
    const { overrides, release, releasePinned, defaultSkill } = state.agent;
    const rows = await this.read
      .getRepository(SkillEntity)
      .find({ where: { archived: false }, order: { skill: 'asc' } });
    const enabled = rows.filter(({ skill, enabledByDefault }) => overrides.get(skill) ?? enabledByDefault);
    const texts = await this.blobs.get(enabled.map(({ skillTextHash }) => skillTextHash));
    const lessons = [...state.notebooks.lessons.values()].map((lesson) => lessonView(lesson, state.notebooks, now));
    return {
      agent,
      learning: settings.state.learning(agent),
      reflector: String(settings.state.get('brain.reflector', { agent })),
      release,
      releasePinned,
      defaultSkill,
      skills: enabled.map(({ skill, description, skillTextHash }) => ({
        name: skill,
        description,
        text: texts.get(skillTextHash)?.toString('utf8') ?? '',
        skillTextHash,
      })),
      lessons: lessons.filter((lesson) => isLive(lesson.state)),
      position,
    };
  }

  @Handles('ledger.blob')
  async blob({ hash }: BlobRequest): Promise<Replies['ledger.blob']> {
    const content = (await this.blobs.get([hash])).get(hash);
    if (content === undefined) throw new Refusal('file_not_found', `no file has the hash ${hash}`);
    return { content: content.toString('base64') };
  }

  /** Text as text; what is not UTF-8 as base64. */
  private async files(files: SkillFile[]): Promise<Replies['ledger.catalog.skill']['files']> {
    const contents = await this.blobs.get(files.map(({ hash }) => hash));
    return files.map(({ path, hash }) => {
      const content = contents.get(hash) ?? Buffer.alloc(0);
      const text = content.toString('utf8');
      const isText = Buffer.from(text, 'utf8').equals(content);
      return isText
        ? { path, content: text, encoding: 'utf8' as const }
        : { path, content: content.toString('base64'), encoding: 'base64' as const };
    });
  }
}

const skillView = (row: SkillEntity): SkillView => ({
  skill: row.skill,
  description: row.description,
  version: row.version,
  archived: row.archived,
  default: row.enabledByDefault,
  skillHash: row.skillHash,
  skillTextHash: row.skillTextHash,
  publishedAt: row.publishedAt.toISOString(),
});
