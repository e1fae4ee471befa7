import type { JobReport } from '#contracts';

import { redactReport } from './redact-report.js';

const token = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
const report: JobReport = {
  jobId: 'job-1', agent: 'desk', status: 'failed', title: `t ${token}`, task: `use ${token}`,
  startedAt: '2026-11-30T10:00:00.000Z', finishedAt: '2026-11-30T10:01:00.000Z', error: { summary: token },
  items: [
    { type: 'message', role: 'user', text: `a\u200b ${token}` },
    { type: 'command', command: `curl -u me:${token} x`, exitCode: 1, output: token },
    { type: 'tool', name: 'http', success: true, output: token, arguments: {
      headers: { Authorization: `Bearer ${token}`, 'X-Api-Key': 'a1b2c3d4e5f6' }, list: [{ password: 'hunter2' }], [token]: 1, max_tokens: 'plain',
    } },
  ],
  reflection: { roundId: 'r', token: 'round-token', output: null },
}; // prettier-ignore

describe('redactReport', () => {
  it('leaves no secret in any text, argument or key', () => {
    const { report: redacted, redactions } = redactReport(report);
    expect(JSON.stringify(redacted)).not.toContain('ghp_');
    expect(redacted.items[2]).toMatchObject({
      arguments: {
        headers: { Authorization: 'Bearer [secret:github]', 'X-Api-Key': '[secret:api_key]' },
        list: [{ password: '[secret:password]' }],
        '[secret:github]': 1,
        max_tokens: 'plain',
      },
    });
    expect(redactions).toMatchObject({ zero_width: 1, api_key: 1 });
    expect(redacted).toMatchObject({ jobId: 'job-1', agent: 'desk', reflection: report.reflection });
  });

  it('changes nothing a second time', () => {
    const once = redactReport(report).report;
    expect(redactReport(once)).toEqual({ report: once, redactions: {} });
  });
});
