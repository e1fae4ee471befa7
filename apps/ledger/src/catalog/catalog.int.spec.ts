import { TestLedgerApp } from '../ledger.fixture.js';

describe('catalogue, settings and access', () => {
  let ledger: TestLedgerApp;
  beforeAll(async () => {
    ledger = await TestLedgerApp.start('catalog');
  });
  afterAll(() => ledger.stop());

  it('publishes versions and hands their files out again', async () => {
    const first = await ledger.publishSkill('tar', 'Pack.');
    expect(first).toMatchObject({ skill: 'tar', version: 1 });
    expect(await ledger.publishSkill('tar', 'Pack.')).toMatchObject({ version: 1, skillHash: first.skillHash });
    expect(await ledger.publishSkill('tar', 'Pack and unpack.')).toMatchObject({ version: 2 });
    const { skill, files, versions } = await ledger.ask('ledger.catalog.skill', { skill: 'tar', version: 1 });
    expect(skill).toMatchObject({ version: 1, skillHash: first.skillHash, default: true, archived: false });
    expect(files).toMatchObject([{ path: 'SKILL.md', encoding: 'utf8' }]);
    expect(files[0]?.content).toContain('Pack.\n');
    expect(versions.map(({ version }) => version)).toEqual([1, 2]);
    expect(await ledger.refusal('ledger.catalog.skill', { skill: 'absent' })).toBe('skill_not_found');
    expect(await ledger.refusal('ledger.catalog.publish', { skill: 'tar', files: [] })).toBe('invalid_package');
    const { content } = await ledger.ask('ledger.blob', { hash: first.skillTextHash });
    expect(Buffer.from(content, 'base64').toString()).toContain('Pack.\n');
  });

  it('keeps bytes that are no text', async () => {
    const text = '---\nname: bin\ndescription: Bytes.\n---\n';
    await ledger.ask('ledger.catalog.publish', {
      skill: 'bin',
      files: [
        { path: 'SKILL.md', content: text },
        { path: 'logo.png', content: '/9j/4AA=', encoding: 'base64' },
      ],
    });
    const { files } = await ledger.ask('ledger.catalog.skill', { skill: 'bin' });
    expect(files).toContainEqual({ path: 'logo.png', content: '/9j/4AA=', encoding: 'base64' });
  });

  it('lists skills page by page, and tells an agent what it has', async () => {
    for (const skill of ['awk', 'sed']) await ledger.publishSkill(skill);
    await ledger.ask('ledger.catalog.archive', { skill: 'sed' });
    await ledger.ask('ledger.catalog.enable', { skill: 'awk', enabled: false }, { agent: 'aria' });
    const page = await ledger.ask('ledger.catalog.skills', { limit: 3 });
    expect(page.skills.map(({ skill }) => skill)).toEqual(['awk', 'bin', 'sed']);
    const rest = await ledger.ask('ledger.catalog.skills', { cursor: page.nextCursor });
    expect(rest).toMatchObject({ skills: [{ skill: 'tar', version: 2 }] });
    expect(rest.nextCursor).toBeUndefined();
    await ledger.ask('ledger.catalog.release', { release: '3.1' }, { agent: 'aria' });
    await ledger.ask('ledger.catalog.defaultSkill', { skill: 'tar' }, { agent: 'aria' });
    const facts = await ledger.ask('ledger.agent', {}, { agent: 'aria' });
    expect(facts.skills.map(({ name }) => name)).toEqual(['bin', 'tar']);
    expect(facts.skills[1]?.text).toContain('Pack and unpack.');
    expect(facts).toMatchObject({
      learning: true,
      release: '3.1',
      releasePinned: true,
      defaultSkill: 'tar',
      lessons: [],
    });
    await ledger.ask('ledger.catalog.restore', { skill: 'sed' });
    expect((await ledger.ask('ledger.agent', {}, { agent: 'other' })).skills).toHaveLength(4);
  });

  it('changes settings with their author, and refuses the rest', async () => {
    const key = 'brain.skill_learning_reflection_threshold';
    const { settings } = await ledger.ask('ledger.settings.set', { key, value: 4, actor: 'Kim' }, { as: 'operator' });
    expect(settings).toEqual([{ key, value: 4 }]);
    await ledger.ask('ledger.settings.set', { key: 'brain.skill_learning_enabled', value: false, agent: 'aria' });
    const all = await ledger.ask('ledger.settings.get');
    expect(all.settings.find((one) => one.key === key)).toMatchObject({
      value: 4,
      default: 10,
      changedBy: { credential: 'operator', proven: true, label: 'Kim' },
      narrower: [],
    });
    expect(all.settings.find((one) => one.key === 'brain.skill_learning_enabled')).toMatchObject({
      value: true,
      narrower: [{ value: false, agent: 'aria' }],
    });
    expect((await ledger.ask('ledger.agent', {}, { agent: 'aria' })).learning).toBe(false);
    expect(await ledger.refusal('ledger.settings.set', { key, value: 0 })).toBe('value_out_of_range');
    expect(await ledger.refusal('ledger.settings.set', { key: 'x', value: 0 })).toBe('unknown_setting');
    const known = await ledger.ask('ledger.configuration', {}, { as: 'svc-delivery' });
    expect(known.settings).toHaveLength(2);
    expect(known.credentials.map(({ id }) => id).sort()).toEqual(['admin', 'auditor', 'operator', 'runner']);
  });

  it('issues a token that works at once, shows it once, and revokes it', async () => {
    const issue = { credential: 'kim', role: 'operator', agents: ['web*'], person: true, idempotencyKey: 'issue-kim' };
    const { token } = await ledger.ask('tokens.issue', issue, { as: 'admin' });
    const agents = () =>
      fetch(`${ledger.app.url}/v1/agents`, { headers: { authorization: `Bearer ${token}` } }).then(
        ({ status }) => status,
      );
    expect(await agents()).toBe(200);
    expect(await ledger.ask('tokens.issue', issue, { as: 'admin' })).toMatchObject({ credential: 'kim', token: '' });
    const { tokens } = await ledger.ask('tokens.list', {}, { as: 'admin' });
    expect(tokens.find(({ id }) => id === 'kim')).toMatchObject({ role: 'operator', agents: ['web*'], revoked: false });
    expect(JSON.stringify(tokens)).not.toContain('secretHash');
    expect(await ledger.refusal('ledger.docket', {}, { agent: 'aria', as: 'kim' })).toBe('forbidden');
    await ledger.ask('tokens.revoke', { credential: 'kim' }, { as: 'admin' });
    expect(await agents()).toBe(401);
    expect((await ledger.ask('tokens.list', {}, { as: 'admin' })).tokens).toContainEqual(
      expect.objectContaining({ id: 'kim', revoked: true }),
    );
    expect(await ledger.refusal('tokens.issue', { ...issue, idempotencyKey: 'again' })).toBe('version_conflict');
    expect(await ledger.refusal('tokens.revoke', { credential: 'nobody' })).toBe('credential_not_found');
    expect(await ledger.refusal('tokens.issue', { role: 'runner', agents: ['*'], credential: 'svc-x' })).toBe(
      'invalid_field',
    );
    expect(await ledger.refusal('tokens.list', {}, { as: 'operator' })).toBe('forbidden');
  });
});
