import { Injectable } from '@nestjs/common';
import { isUtf8 } from 'node:buffer';
import { Refusal, type Replies, type ViewRequest } from '#contracts';
import {
  contentHashOf,
  deliveredLesson,
  lessonsSection,
  renderSkill,
  type LibrarySkill,
  type ToldLesson,
} from '#domain';
import { Configuration } from '#messaging';
import { LibraryFollower } from './library-follower.js';
import { SkillFiles } from './skill-files.js';

/** A skill as one agent gets it at one instant. */
export interface Rendered {
  skill: LibrarySkill;
  content: string;
  contentHash: string;
  lessons: ToldLesson[];
  position: string;
  asOf: string;
}

const DESCRIPTION_SHOWN = 60;

/** Answers what an agent is told, from memory. */
@Injectable()
export class Views {
  constructor(
    private readonly follower: LibraryFollower,
    private readonly files: SkillFiles,
    private readonly configuration: Configuration,
  ) {}

  async index(agent: string, minPosition?: string): Promise<Replies['delivery.index']> {
    await this.follower.reach(minPosition);
    const skills = await Promise.all(
      this.follower.library.enabledSkills(agent).map(async ({ name }) => {
        const { skill, lessons, contentHash } = await this.render(agent, name);
        const description = [...skill.description];
        return {
          name,
          description:
            description.length > DESCRIPTION_SHOWN
              ? `${description.slice(0, DESCRIPTION_SHOWN - 1).join('')}…`
              : skill.description,
          hasLessons: lessons.length > 0,
          contentHash,
        };
      }),
    );
    return { skills, position: this.follower.position };
  }

  async view(agent: string, request: ViewRequest): Promise<{ reply: Replies['delivery.view']; rendered: Rendered }> {
    await this.follower.reach(request.minPosition);
    const rendered = await this.render(agent, request.skill);
    const { skill, content, contentHash, lessons, position, asOf } = rendered;
    if (request.ifNoneMatch?.replace(/^W\//, '').replaceAll('"', '') === contentHash) {
      return { reply: { notModified: true, contentHash, position }, rendered };
    }
    const reply = {
      skill: skill.name,
      content,
      contentHash,
      skillHash: skill.skillHash,
      skillTextHash: skill.skillTextHash,
      files: skill.files.map(({ path, size, hash }) => ({ path, size, hash })),
      lessons: lessons.map(deliveredLesson),
      position,
      asOf,
    };
    return { reply, rendered };
  }

  /** One file of an enabled skill; only what its manifest names can be asked for. */
  async file(agent: string, name: string, path: string, minPosition?: string): Promise<Replies['delivery.file']> {
    await this.follower.reach(minPosition);
    const file = this.enabled(agent, name).files.find((candidate) => candidate.path === path);
    if (file === undefined) throw new Refusal('file_not_found', `${name} has no file ${JSON.stringify(path)}`);
    const bytes = await this.files.get(file.hash);
    const encoding = isUtf8(bytes) ? 'utf8' : 'base64';
    return { path, content: bytes.toString(encoding), encoding, hash: file.hash, position: this.follower.position };
  }

  async lessons(agent: string, names: string[] | undefined, minPosition?: string): Promise<Rendered[]> {
    await this.follower.reach(minPosition);
    const wanted = names ?? this.follower.library.enabledSkills(agent).map(({ name }) => name);
    return Promise.all(wanted.map((name) => this.render(agent, name)));
  }

  get position(): string {
    return this.follower.position;
  }

  private async render(agent: string, name: string): Promise<Rendered> {
    // Everything after the await reads one state of the library: the skill is looked up again, since it may have changed.
    await this.files.get(this.enabled(agent, name).skillTextHash);
    const skill = this.enabled(agent, name);
    const text = (await this.files.get(skill.skillTextHash)).toString('utf8');
    const now = this.configuration.clock.now();
    const lessons = this.follower.library.told(agent, name, now.getTime());
    const content = renderSkill(text, lessons);
    return {
      skill,
      content,
      contentHash: contentHashOf(content),
      lessons,
      position: this.follower.position,
      asOf: now.toISOString(),
    };
  }

  private enabled(agent: string, name: string): LibrarySkill {
    const { library } = this.follower;
    const skill = library.enabledSkill(agent, name);
    if (skill !== undefined) return skill;
    const known = library.skills.get(name);
    if (known === undefined || known.archived) throw new Refusal('skill_not_found', `no skill ${name}`);
    throw new Refusal('skill_disabled', `${name} is not enabled for ${agent}`);
  }
}

/** The lessons section alone, as `delivery.lessons` answers it. */
export const sectionOf = (rendered: Rendered): string => lessonsSection(rendered.lessons);
