import { isAgent, isJobId, isSkill } from './identifiers.js';

describe('identifiers', () => {
  it.each(['a', '7', 'alpha-1_b', 'a'.repeat(63)])('%j is an agent', (value) => {
    expect(isAgent(value)).toBe(true);
  });
  it.each(['', 'Alpha', '-a', '_a', 'a.b', 'a b', 'a*', 'a>', 'ä', 'a\n', 'a'.repeat(64), 7, null, undefined])(
    '%j is no agent',
    (value) => {
      expect(isAgent(value)).toBe(false);
    },
  );

  it.each(['bash', 'web-search-2', 'a'.repeat(64)])('%j is a skill', (value) => {
    expect(isSkill(value)).toBe(true);
  });
  it.each(['', '-bash', 'bash-', 'ba--sh', 'Bash', 'ba_sh', 'a/b', 'bash\n', 'a'.repeat(65), 1])(
    '%j is no skill',
    (value) => {
      expect(isSkill(value)).toBe(false);
    },
  );

  it.each(['J1', 'run:2026-11-30.7_b', 'a'.repeat(128)])('%j is a job id', (value) => {
    expect(isJobId(value)).toBe(true);
  });
  it.each(['', 'a b', 'a/b', 'ü', 'a\n', 'a'.repeat(129), 7])('%j is no job id', (value) => {
    expect(isJobId(value)).toBe(false);
  });
});
