import type { LogEvent, SkillFile, SkillPublished } from '#contracts';
import { isLive, lessonState, type Leased, type LiveState } from './lease.js';
import { SettingsState } from './settings-state.js';

/** A lesson as delivery knows it. */
export interface LibraryLesson extends Leased {
  lessonId: string;
  skill: string;
  content: string;
  createdAt: string;
  /** Positions of the events that made it what it is, oldest first. */
  positions: string[];
}

export interface LibrarySkill {
  name: string;
  description: string;
  version: number;
  archived: boolean;
  default: boolean;
  skillHash: string;
  skillTextHash: string;
  files: SkillFile[];
  positions: string[];
}

interface AgentShelf {
  /** Lessons that are not ended, by skill. */
  lessons: Map<string, Map<string, LibraryLesson>>;
  overrides: Map<string, { enabled: boolean; position: string }>;
}

/** A lesson that is told, with the state that makes it so. */
export interface ToldLesson extends LibraryLesson {
  state: LiveState;
}

/**
 * What every agent would be told, as a fold of the log. The same fold serves delivery and "as of", which is why their
 * answers agree. Ended lessons are forgotten: the log keeps them.
 */
export class Library {
  readonly skills = new Map<string, LibrarySkill>();
  readonly settings = new SettingsState();
  private readonly agents = new Map<string, AgentShelf>();

  apply(event: LogEvent): void {
    this.settings.apply(event);
    switch (event.type) {
      case 'lesson.created': {
        const { agent, skill, lessonId, author, content, leaseEnd, graceEnd } = event.data;
        const notebook = this.notebook(agent, skill);
        notebook.set(lessonId, {
          lessonId,
          skill,
          author,
          content,
          leaseEnd,
          graceEnd,
          ended: null,
          createdAt: event.time,
          positions: [event.position],
        });
        return;
      }
      case 'lesson.renewed': {
        const lesson = this.lessonOf(event.stream, event.data.lessonId);
        if (lesson === undefined) return;
        lesson.leaseEnd = event.data.leaseEnd;
        lesson.graceEnd = event.data.graceEnd;
        lesson.positions.push(event.position);
        return;
      }
      case 'lesson.obsoleted':
      case 'lesson.expired':
      case 'lesson.retired': {
        const [, agent = '', skill = ''] = event.stream.split('/');
        this.agents.get(agent)?.lessons.get(skill)?.delete(event.data.lessonId);
        return;
      }
      case 'skill.published':
        this.publish(event.data, event.position);
        return;
      case 'skill.archived':
      case 'skill.restored':
      case 'skill.default_set': {
        const skill = this.skills.get(event.data.skill);
        if (skill === undefined) return;
        if (event.type === 'skill.default_set') skill.default = event.data.enabled;
        else skill.archived = event.type === 'skill.archived';
        skill.positions.push(event.position);
        return;
      }
      case 'agent.skill_enabled':
      case 'agent.skill_disabled':
        this.shelf(agentOf(event.stream)).overrides.set(event.data.skill, {
          enabled: event.type === 'agent.skill_enabled',
          position: event.position,
        });
        return;
      case 'agent.skill_reset':
        this.shelf(agentOf(event.stream)).overrides.delete(event.data.skill);
        return;
      default:
        return;
    }
  }

  /** The skill when it is there, not archived, and enabled for `agent`. */
  enabledSkill(agent: string, name: string): LibrarySkill | undefined {
    const skill = this.skills.get(name);
    if (skill === undefined || skill.archived) return undefined;
    return (this.agents.get(agent)?.overrides.get(name)?.enabled ?? skill.default) ? skill : undefined;
  }

  /** Skills enabled for `agent`, by name. */
  enabledSkills(agent: string): LibrarySkill[] {
    return [...this.skills.keys()].sort().flatMap((name) => this.enabledSkill(agent, name) ?? []);
  }

  /** Lessons told to `agent` beside `skill` at `at` (ms since 1970): human first, then machine, oldest first in each. */
  told(agent: string, skill: string, at: number): ToldLesson[] {
    if (!this.settings.learning(agent, skill)) return [];
    const told: ToldLesson[] = [];
    for (const lesson of this.agents.get(agent)?.lessons.get(skill)?.values() ?? []) {
      const state = lessonState(lesson, at);
      if (isLive(state)) told.push({ ...lesson, state });
    }
    // The map keeps the order of creation, so a stable sort by author is all it takes.
    return told.sort((a, b) => Number(a.author === 'machine') - Number(b.author === 'machine'));
  }

  /** Positions of the events behind what `agent` is told about `skill`, in order of the log. */
  positionsBehind(agent: string, skill: LibrarySkill, lessons: ToldLesson[]): string[] {
    const override = this.agents.get(agent)?.overrides.get(skill.name);
    const positions = [
      ...skill.positions,
      ...(override ? [override.position] : []),
      ...this.settings.learningPositions(agent, skill.name),
      ...lessons.flatMap((lesson) => lesson.positions),
    ];
    return positions.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  }

  private publish(data: SkillPublished, position: string): void {
    const known = this.skills.get(data.skill);
    this.skills.set(data.skill, {
      name: data.skill,
      description: data.description,
      version: data.version,
      archived: known?.archived ?? false,
      default: known?.default ?? true,
      skillHash: data.skillHash,
      skillTextHash: data.skillTextHash,
      files: data.files,
      positions: [...(known?.positions ?? []), position],
    });
  }

  private lessonOf(stream: string, lessonId: string): LibraryLesson | undefined {
    const [, agent = '', skill = ''] = stream.split('/');
    return this.agents.get(agent)?.lessons.get(skill)?.get(lessonId);
  }

  private shelf(agent: string): AgentShelf {
    let shelf = this.agents.get(agent);
    if (shelf === undefined) this.agents.set(agent, (shelf = { lessons: new Map(), overrides: new Map() }));
    return shelf;
  }

  private notebook(agent: string, skill: string): Map<string, LibraryLesson> {
    const { lessons } = this.shelf(agent);
    let notebook = lessons.get(skill);
    if (notebook === undefined) lessons.set(skill, (notebook = new Map<string, LibraryLesson>()));
    return notebook;
  }
}

const agentOf = (stream: string): string => stream.split('/')[1] ?? '';
