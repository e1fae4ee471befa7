import type { AccessIssued } from '#contracts';
import { decided, refusedWith, typesOf } from '../notebook/notebook.fixture.js';
import { placed } from '../notebook/placed.js';
import { decideEnsure, decideIssue, decideRevoke, evolveAccess, type AccessState } from './access.decider.js';

const issued = (more: Partial<AccessIssued> = {}): AccessIssued => ({
  credential: 'ci',
  role: 'runner',
  agents: ['*'],
  person: false,
  relaysPeople: false,
  reportsExposure: false,
  secretHash: 'hash',
  ...more,
});
const after = (decision: Parameters<typeof decided>[0], state?: AccessState): AccessState =>
  decided(decision)
    .events.map((event) => placed(event, ''))
    .reduce(evolveAccess, state);
const known = after(decideIssue(undefined, issued()));
const revoked = after(decideRevoke(known, 'ci'), known);

describe('access', () => {
  it('issues an id once, also after it was revoked', () => {
    expect(typesOf(decided(decideIssue(undefined, issued())).events)).toEqual(['access.issued']);
    expect(refusedWith(decideIssue(known, issued()))).toBe('version_conflict');
    expect(refusedWith(decideIssue(revoked, issued()))).toBe('version_conflict');
  });

  it.each(['local', 'svc-ledger', 'Bad Id'])('refuses the id %j', (credential) => {
    expect(refusedWith(decideIssue(undefined, issued({ credential })))).toBe('invalid_field');
  });

  it('does not revoke the last admin: nobody could issue another', () => {
    expect(refusedWith(decideRevoke(known, 'ci', true))).toBe('forbidden');
  });

  it('revokes once', () => {
    expect(revoked?.revoked).toBe(true);
    expect(decided(decideRevoke(revoked, 'ci')).events).toEqual([]);
    expect(refusedWith(decideRevoke(undefined, 'ci'))).toBe('credential_not_found');
  });

  it('declares again only what has changed', () => {
    expect(decided(decideEnsure(known, issued())).events).toEqual([]);
    expect(typesOf(decided(decideEnsure(known, issued({ secretHash: 'other' }))).events)).toEqual(['access.issued']);
    expect(decided(decideEnsure(revoked, issued())).events).toEqual([]);
  });
});
