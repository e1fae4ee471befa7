import { testFolder } from '#testing';
import type { DemoResult } from '../../apps/cli/src/demo/demo.js';
import { marginalia } from './local-stack.fixture.js';

describe('the demo', () => {
  const folder = testFolder();
  afterAll(() => folder.remove());

  it('ends with lessons delivered, refusals counted, and a log that verifies', async () => {
    const { code, stdout, stderr } = await marginalia(folder.path, ['demo', '--json']).done;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const result = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as DemoResult;
    expect(result).toMatchObject({ jobs: 24, rounds: 1, accepted: 2, verified: true });
    expect(result.signalJobs).toBeGreaterThanOrEqual(15);
    expect(result.delivered).toBeGreaterThanOrEqual(1);
    expect(result.proposed).toBe(result.accepted + Object.values(result.rejected).reduce((sum, n) => sum + n, 0));
    expect(result.rejected).toMatchObject({ transient_failure: 1, points_at_task: 1 });
    expect(stderr.match(/\[revoked_lesson\]/g)).toHaveLength(5);
  }, 120_000);
});
