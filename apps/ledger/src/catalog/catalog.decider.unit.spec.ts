import { decided, refusedWith, typesOf } from '../notebook/notebook.fixture.js';
import { placed } from '../notebook/placed.js';
import { evolveAgent, unknownAgent } from './agent.state.js';
import {
  decideArchived,
  decideDefault,
  decideDefaultSkill,
  decideEnable,
  decideProfile,
  decidePublish,
  decideRelease,
} from './catalog.decider.js';
import type { SkillPackage } from './skill-package.js';
import { evolveSkill, unpublishedSkill, type SkillState } from './skill.state.js';
import type { NewLogEvent } from '#contracts';

const read = (skillHash = 'package-1'): SkillPackage => ({
  skill: 'bash',
  description: 'How to use the shell',
  files: [{ path: 'SKILL.md', hash: 'text-1', size: 1 }],
  skillHash,
  skillTextHash: 'text-1',
  contents: [],
});
const skillAfter = (events: NewLogEvent[], state: SkillState = unpublishedSkill) =>
  events.map((event) => placed(event, '')).reduce(evolveSkill, state);
const agentAfter = (events: NewLogEvent[], state = unknownAgent) =>
  events.map((event) => placed(event, '')).reduce(evolveAgent, state);

const published = skillAfter(decided(decidePublish(unpublishedSkill, read(), 0)).events);
const archived = skillAfter(decided(decideArchived(published, 'bash', true)).events, published);

describe('catalogue', () => {
  it('counts versions, and keeps the version of an unchanged package', () => {
    const { events, reply } = decided(decidePublish(published, read('package-2'), 1));
    expect(events).toMatchObject([{ type: 'skill.published', stream: 'skill/bash', data: { version: 2 } }]);
    expect(reply).toMatchObject({ version: 2, skillHash: 'package-2' });
    expect(decided(decidePublish(published, read(), undefined))).toMatchObject({ events: [], reply: { version: 1 } });
  });

  it('refuses to publish over a version that was not seen, and over an archived skill', () => {
    expect(refusedWith(decidePublish(published, read('package-2'), 0))).toBe('version_conflict');
    expect(refusedWith(decidePublish(archived, read('package-2'), 1))).toBe('skill_archived');
  });

  it('archives and restores, once', () => {
    expect(typesOf(decided(decideArchived(published, 'bash', true)).events)).toEqual(['skill.archived']);
    expect(typesOf(decided(decideArchived(archived, 'bash', true)).events)).toEqual([]);
    expect(typesOf(decided(decideArchived(archived, 'bash', false)).events)).toEqual(['skill.restored']);
    expect(refusedWith(decideArchived(unpublishedSkill, 'bash', true))).toBe('skill_not_found');
  });

  it('lets an agent differ from the default and follow it again', () => {
    const off = decided(decideEnable('aria', unknownAgent, 'bash', published, false));
    expect(off).toMatchObject({
      events: [{ type: 'agent.skill_disabled', stream: 'agent/aria' }],
      reply: { effective: false },
    });
    const disabled = agentAfter(off.events);
    expect(decided(decideEnable('aria', disabled, 'bash', published, false)).events).toEqual([]);
    expect(decided(decideEnable('aria', disabled, 'bash', published, null))).toMatchObject({
      events: [{ type: 'agent.skill_reset' }],
      reply: { effective: true },
    });
    expect(refusedWith(decideEnable('aria', unknownAgent, 'bash', unpublishedSkill, true))).toBe('skill_not_found');
    expect(refusedWith(decideEnable('aria', unknownAgent, 'bash', archived, true))).toBe('skill_archived');
  });

  it('sets the default of a skill', () => {
    expect(decided(decideDefault(published, 'bash', false))).toMatchObject({ reply: { effective: false } });
    expect(decided(decideDefault(published, 'bash', true)).events).toEqual([]);
    expect(refusedWith(decideDefault(unpublishedSkill, 'bash', true))).toBe('skill_not_found');
  });

  it('takes an enabled skill as default of an agent, or none', () => {
    const set = decided(decideDefaultSkill('aria', unknownAgent, 'bash', published));
    expect(agentAfter(set.events).defaultSkill).toBe('bash');
    expect(decided(decideDefaultSkill('aria', unknownAgent, null, unpublishedSkill)).events).toEqual([]);
    expect(refusedWith(decideDefaultSkill('aria', unknownAgent, 'bash', archived))).toBe('skill_disabled');
    expect(refusedWith(decideDefaultSkill('aria', unknownAgent, 'bash', unpublishedSkill))).toBe('skill_not_found');
  });

  it('pins a release and goes back to the reported one', () => {
    const reported = agentAfter([
      { type: 'agent.release_set', stream: 'agent/aria', data: { release: '1.0', pinned: false } },
    ]);
    const pinned = agentAfter(decided(decideRelease('aria', reported, '2.0')).events, reported);
    expect(pinned).toMatchObject({ release: '2.0', releasePinned: true, releaseReported: '1.0' });
    expect(decided(decideRelease('aria', pinned, '2.0')).events).toEqual([]);
    expect(decided(decideRelease('aria', pinned, null)).reply).toEqual({ release: '1.0', pinned: false });
  });

  it('keeps a profile once', () => {
    const profile = { profile: 'heavy', baseUrl: 'https://models.example', model: 'large', keyName: 'MODEL_KEY' };
    const set = decided(decideProfile('aria', unknownAgent, profile));
    expect(typesOf(set.events)).toEqual(['agent.profile_set']);
    expect(decided(decideProfile('aria', agentAfter(set.events), profile)).events).toEqual([]);
  });
});
