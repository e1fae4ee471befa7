import { Injectable } from '@nestjs/common';
import { streams, type LogEvent } from '#contracts';
import { logEventOf, type SettingsState } from '#domain';
import { EventStore, StreamCache, toCloudEvent, type AppendGroup, type StoredEvent } from '#event-store';
import { evolveAccess, type AccessState } from '../access/access.decider.js';
import { evolveAgent, unknownAgent, type AgentState } from '../catalog/agent.state.js';
import { evolveSkill, unpublishedSkill, type SkillState } from '../catalog/skill.state.js';
import { AppConfig } from '#platform';
import { evolve, initialState, type Notebooks } from '../notebook/notebook.state.js';
import { evolveSettings, settingsOf, type SettingsLog } from '../settings/settings.decider.js';

export type Guards = NonNullable<AppendGroup['unchanged']>;

/** A state as fresh as the log, and the guards that make an append fail when it no longer is. */
export interface Loaded<S> {
  state: S;
  guards: Guards;
  /** Decimal position of the log up to which `state` holds everything. */
  position: string;
}

/** Every credential by id. */
export type CredentialBook = ReadonlyMap<string, { access: NonNullable<AccessState>; issuedAt: string }>;

function evolveBook(book: CredentialBook, event: LogEvent): CredentialBook {
  if (event.type !== 'access.issued' && event.type !== 'access.revoked') return book;
  const { credential } = event.data;
  const known = book.get(credential);
  const access = evolveAccess(known?.access, event);
  if (access === undefined) return book;
  const issuedAt = event.type === 'access.issued' ? event.time : (known?.issuedAt ?? event.time);
  return new Map(book).set(credential, { access, issuedAt });
}

export interface AgentFold {
  notebooks: Notebooks;
  agent: AgentState;
  /** Rounds that the log holds the end of. */
  closedRounds: ReadonlySet<string>;
}

const unreadAgent: AgentFold = { notebooks: initialState, agent: unknownAgent, closedRounds: new Set() };
const evolveFold = (fold: AgentFold, event: LogEvent): AgentFold => ({
  notebooks: evolve(fold.notebooks, event),
  agent: evolveAgent(fold.agent, event),
  closedRounds: event.type === 'round.closed' ? new Set(fold.closedRounds).add(event.data.roundId) : fold.closedRounds,
});

/** A pure fold of known events as the cache wants it: of stored ones. Redacted events change nothing. */
const stored =
  <S>(fold: (state: S, event: LogEvent) => S) =>
  (state: S, event: StoredEvent): S => {
    const known = logEventOf(toCloudEvent(event));
    return known === undefined ? state : fold(state, known);
  };

/** What deciders decide against: folds of the streams, read to the head of the log at each load. */
@Injectable()
export class LedgerStates {
  private readonly agents: StreamCache<AgentFold>;
  private readonly skills: StreamCache<SkillState>;
  private readonly settingsLog: StreamCache<SettingsLog>;
  private readonly credentials: StreamCache<CredentialBook>;

  constructor(
    store: EventStore,
    private readonly config: AppConfig,
  ) {
    this.agents = new StreamCache(store, { initialState: unreadAgent, evolve: stored(evolveFold) });
    this.skills = new StreamCache(store, { initialState: unpublishedSkill, evolve: stored(evolveSkill) });
    this.settingsLog = new StreamCache<SettingsLog>(store, { initialState: [], evolve: stored(evolveSettings) });
    const emptyBook: CredentialBook = new Map();
    this.credentials = new StreamCache(store, { initialState: emptyBook, evolve: stored(evolveBook) });
  }

  agent(agent: string): Promise<Loaded<AgentFold>> {
    const selectors = [streams.lessonsOf(agent), streams.bansOf(agent), streams.agent(agent), streams.round(agent)];
    return load(this.agents, selectors);
  }

  skill(skill: string): Promise<Loaded<SkillState>> {
    return load(this.skills, [streams.skill(skill)]);
  }

  /** The skills by name; those never published are there too, at version 0. */
  async skillsNamed(names: Iterable<string>): Promise<Omit<Loaded<Map<string, SkillState>>, 'position'>> {
    const unique = [...new Set(names)];
    const loaded = await Promise.all(unique.map((name) => this.skill(name)));
    return {
      state: new Map(loaded.map(({ state }, index) => [unique[index] ?? '', state])),
      guards: loaded.flatMap(({ guards }) => guards),
    };
  }

  settings(): Promise<Loaded<SettingsLog>> {
    return load(this.settingsLog, [streams.settings]);
  }

  async settingsInForce(): Promise<Loaded<SettingsState>> {
    const { state, ...loaded } = await this.settings();
    return { ...loaded, state: settingsOf(state, this.config.production) };
  }

  async credential(credential: string): Promise<Loaded<AccessState>> {
    const { state, ...loaded } = await load(this.credentials, [streams.access(credential)]);
    return { ...loaded, state: state.get(credential)?.access };
  }

  allCredentials(): Promise<Loaded<CredentialBook>> {
    return load(this.credentials, ['access/']);
  }
}

async function load<S>(cache: StreamCache<S>, selectors: string[]): Promise<Loaded<S>> {
  const { state, position } = await cache.load(selectors);
  const guards = selectors.map((selector) => ({ streams: selector, since: position }));
  return { state, guards, position: position.toString() };
}
