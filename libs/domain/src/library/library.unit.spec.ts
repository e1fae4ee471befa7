import { streams, type LogEvent, type NewLogEvent } from '#contracts';
import { GRACE_MS, leaseFrom, LEASE_MS, lessonState, Library } from '#domain';

const created = '2026-11-01T05:00:00.000Z';
let position = 0;
const at = (event: NewLogEvent, time = created): LogEvent => ({ ...event, time, position: String(++position) });
const machine = (lessonId: string): NewLogEvent => ({
  type: 'lesson.created',
  stream: streams.lesson('a', 'bash'),
  data: {
    lessonId,
    agent: 'a',
    skill: 'bash',
    author: 'machine',
    content: `note ${lessonId}`,
    evidence: [],
    ...leaseFrom(created),
    checkedRelease: null,
    checkedSkillHash: null,
    rules: '1',
  },
});
const human = (lessonId: string): NewLogEvent => {
  const event = machine(lessonId) as Extract<NewLogEvent, { type: 'lesson.created' }>;
  return { ...event, data: { ...event.data, author: 'human', leaseEnd: null, graceEnd: null } };
};
const published: NewLogEvent = {
  type: 'skill.published',
  stream: streams.skill('bash'),
  data: {
    skill: 'bash',
    version: 1,
    description: 'Shell.',
    files: [],
    skillHash: 's',
    skillTextHash: 't',
    origin: 'operator',
  },
};
const setting = (value: boolean, scope: { agent?: string; skill?: string } = {}): NewLogEvent => ({
  type: 'settings.changed',
  stream: streams.settings,
  data: { key: 'brain.skill_learning_enabled', value, ...scope },
});
const library = (...events: NewLogEvent[]): Library => {
  const state = new Library();
  for (const event of events) state.apply(at(event));
  return state;
};
const start = Date.parse(created);
const ids = (state: Library, now = start): string[] => state.told('a', 'bash', now).map(({ lessonId }) => lessonId);

describe('what an agent is told', () => {
  it('is human first, then machine, oldest first in each', () => {
    expect(ids(library(published, machine('m1'), human('h1'), machine('m2'), human('h2')))).toEqual([
      'h1',
      'h2',
      'm1',
      'm2',
    ]);
  });

  it('holds a machine lesson through lease and grace and not a millisecond longer', () => {
    const state = library(published, machine('m1'));
    expect(state.told('a', 'bash', start + LEASE_MS - 1)[0]?.state).toBe('in_lease');
    expect(state.told('a', 'bash', start + LEASE_MS)[0]?.state).toBe('in_grace');
    expect(state.told('a', 'bash', start + LEASE_MS + GRACE_MS - 1)[0]?.state).toBe('in_grace');
    expect(ids(state, start + LEASE_MS + GRACE_MS)).toEqual([]);
  });

  it('lets a human lesson live without a lease', () => {
    expect(lessonState({ author: 'human', leaseEnd: null, graceEnd: null, ended: null }, Number.MAX_SAFE_INTEGER)).toBe(
      'human',
    );
  });

  it('loses an ended lesson at once', () => {
    const state = library(published, machine('m1'), {
      type: 'lesson.retired',
      stream: streams.lesson('a', 'bash'),
      data: { lessonId: 'm1' },
    });
    expect(ids(state)).toEqual([]);
  });

  it.each([{}, { agent: 'a' }, { skill: 'bash' }, { agent: 'a', skill: 'bash' }])(
    'is nothing while learning is off for %j',
    (scope) => {
      const state = library(
        published,
        machine('m1'),
        setting(false, scope),
        setting(true, { agent: 'a', skill: 'bash' }),
      );
      const off = Object.keys(scope).length < 2;
      expect(ids(state)).toEqual(off ? [] : ['m1']);
      state.apply(at(setting(true, scope)));
      expect(ids(state)).toEqual(['m1']);
    },
  );

  it('follows the default of the skill unless the agent has its own', () => {
    const state = library(published);
    expect(state.enabledSkill('a', 'bash')?.version).toBe(1);
    state.apply(
      at({ type: 'skill.default_set', stream: streams.skill('bash'), data: { skill: 'bash', enabled: false } }),
    );
    expect(state.enabledSkill('a', 'bash')).toBeUndefined();
    state.apply(at({ type: 'agent.skill_enabled', stream: streams.agent('a'), data: { skill: 'bash' } }));
    expect(state.enabledSkill('a', 'bash')?.version).toBe(1);
    expect(state.enabledSkill('b', 'bash')).toBeUndefined();
    state.apply(at({ type: 'agent.skill_reset', stream: streams.agent('a'), data: { skill: 'bash' } }));
    expect(state.enabledSkill('a', 'bash')).toBeUndefined();
  });

  it('has no archived skill, and has it again once restored', () => {
    const state = library(published, {
      type: 'skill.archived',
      stream: streams.skill('bash'),
      data: { skill: 'bash' },
    });
    expect(state.enabledSkills('a')).toEqual([]);
    state.apply(at({ type: 'skill.restored', stream: streams.skill('bash'), data: { skill: 'bash' } }));
    expect(state.enabledSkills('a')).toHaveLength(1);
  });
});
