import { coversAgent, coversAllAgents } from './roles.js';

describe('the agents of a credential', () => {
  it.each([
    [['*'], 'alpha'],
    [['alpha'], 'alpha'],
    [['team-*'], 'team-7'],
    [['team-*'], 'team-'],
    [['beta', 'al*'], 'alpha'],
  ])('%j cover %s', (agents, agent) => {
    expect(coversAgent({ agents }, agent)).toBe(true);
  });

  it.each([
    [[], 'alpha'],
    [['alpha'], 'alpha2'],
    [['alpha'], 'alph'],
    [['team-*'], 'team'],
    [['team-*'], 'xteam-7'],
    [['a.*'], 'alpha'],
  ])('%j do not cover %s', (agents, agent) => {
    expect(coversAgent({ agents }, agent)).toBe(false);
  });

  it('are all of them for the star alone', () => {
    expect(coversAllAgents({ agents: ['alpha', '*'] })).toBe(true);
    expect(coversAllAgents({ agents: ['a*'] })).toBe(false);
    expect(coversAllAgents({ agents: [] })).toBe(false);
  });
});
