import fc from 'fast-check';
import { streams } from './log-events.js';
import { Subjects } from './subjects.js';

describe.each([
  ['no prefix', '', 'marginalia'],
  ['a prefix', 'blue.eu', 'blue.eu.marginalia'],
])('subjects with %s', (_, prefix, root) => {
  const subjects = new Subjects(prefix);

  it('have a short form and one that names the credential', () => {
    expect(subjects.verb('health.get')).toBe(`${root}.health.get`);
    expect(subjects.verb('ledger.add', 'alpha')).toBe(`${root}.ledger.add.alpha`);
    expect(subjects.as('op-1', 'ledger.add', 'alpha')).toBe(`${root}.as.op-1.ledger.add.alpha`);
    expect(subjects.as('op-1', 'health.get')).toBe(`${root}.as.op-1.health.get`);
  });

  it('are read back as they were made', () => {
    const token = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,8}$/);
    const verb = fc.constantFrom('jobs.finished', 'ledger.catalog.publish', 'health.get');
    fc.assert(
      fc.property(verb, token, token, (verb, credential, agent) => {
        expect(subjects.parse(subjects.verb(verb), false)).toEqual({ verb });
        expect(subjects.parse(subjects.verb(verb, agent), true)).toEqual({ verb, agent });
        expect(subjects.parse(subjects.as(credential, verb), false)).toEqual({ verb, credential });
        expect(subjects.parse(subjects.as(credential, verb, agent), true)).toEqual({ verb, credential, agent });
      }),
    );
  });

  it.each(['marginalia', 'marginalias.health.get', 'other.marginalia.health.get', '_INBOX.marginalia.x', ''])(
    'do not include %j',
    (subject) => {
      expect(subjects.parse(subject, false)).toBeUndefined();
    },
  );

  it('name events of the log by stream and type', () => {
    expect(subjects.log(streams.lesson('alpha', 'bash'), 'lesson.created')).toBe(
      `${root}.log.lesson.alpha.bash.created`,
    );
    expect(subjects.log(streams.agent('alpha'), 'agent.skill_enabled')).toBe(`${root}.log.agent.alpha.skill_enabled`);
    expect(subjects.log(streams.settings, 'settings.changed')).toBe(`${root}.log.settings.changed`);
  });

  it('take job reports in both forms', () => {
    expect(subjects.jobsFinished).toEqual([`${root}.jobs.finished.*`, `${root}.as.*.jobs.finished.*`]);
  });
});

describe('streams', () => {
  it('carry the prefix in letters that a stream name may have', () => {
    expect(new Subjects().stream('MARGINALIA_LOG')).toBe('MARGINALIA_LOG');
    expect(new Subjects('blue.eu').stream('MARGINALIA_LOG')).toBe('BLUE_EU_MARGINALIA_LOG');
  });
});

describe('deployments that share a NATS', () => {
  it('do not take the subjects of each other', () => {
    const blue = new Subjects('blue');
    expect(new Subjects('green').parse(blue.verb('health.get'), false)).toBeUndefined();
    expect(new Subjects().parse(blue.verb('health.get'), false)).toBeUndefined();
    expect(blue.parse(new Subjects().verb('health.get'), false)).toBeUndefined();
  });
});
