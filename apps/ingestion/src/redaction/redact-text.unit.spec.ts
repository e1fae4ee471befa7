import fc from 'fast-check';

import { redactText } from './redact-text.js';

const alnum = (length: number) => 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0'.repeat(8).slice(0, length);

describe('secrets', () => {
  it.each([
    [`export GITHUB_TOKEN=ghp_${alnum(36)}`, 'export GITHUB_TOKEN=[secret:github]'],
    [
      'curl -H "Authorization: Bearer abc123def456ghi789" x',
      'curl -H "Authorization: Bearer [secret:authorization]" x',
    ],
    ['{"Authorization":"Basic dXNlcjpwYXNz"}', '{"Authorization":"Basic [secret:authorization]"}'],
    ['PGPASSWORD=hunter2 psql', 'PGPASSWORD=[secret:password] psql'],
    ['mysql --password hunter2 -h db', 'mysql --password [secret:password] -h db'],
    ['mysql -u root -phunter2 app', 'mysql -u root -p[secret:password] app'],
    ['curl -u admin:hunter2 http://x', 'curl -u admin:[secret:password] http://x'],
    [
      'git clone https://me:s3cretpw@git.internal/x.git',
      'git clone https://me:[secret:url_password]@git.internal/x.git',
    ],
    ['redis://:hunter2@cache:6379/0', 'redis://:[secret:url_password]@cache:6379/0'],
    ['password: "correct-horse"', 'password: "[secret:password]"'],
    ['"client_secret": "8f3Kd92LmQp0"', '"client_secret": "[secret:secret]"'],
    ['{\\"api_key\\":\\"8f3Kd92LmQp0zz\\"}', '{\\"api_key\\":\\"[secret:api_key]\\"}'],
    [`API_KEY = ${alnum(24)}`, 'API_KEY = [secret:api_key]'],
    [`jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${alnum(30)}`, 'jwt [secret:jwt]'],
    ['key AKIAIOSFODNN7QWERTYU used', 'key [secret:aws] used'],
    [`sk-proj-${alnum(48)}`, '[secret:openai]'],
    [`glpat-${alnum(20)}`, '[secret:gitlab]'],
    [`//registry.npmjs.org/:_authToken=${alnum(20)}`, '//registry.npmjs.org/:_authToken=[secret:token]'],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAAAA\n-----END RSA PRIVATE KEY-----\nnext',
      '[secret:private_key]\nnext',
    ],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz', '[secret:private_key]'],
    ['mrg.runner-1.0123456789abcdefABCDEF', '[secret:marginalia]'],
    ['数据库 密码：hunter22', '数据库 密码：[secret:password]'],
  ])('%j', (text, expected) => expect(redactText(text).text).toBe(expected));

  it.each([
    'password=$PASSWORD',
    'export TOKEN=${{ secrets.TOKEN }}',
    'Authorization: Bearer <token>',
    'password: ***',
    'api_key = os.environ["KEY"]',
    'const token = getToken();',
    'function login(password: string) {}',
    'https://$USER:$PASS@host/',
    'max_tokens: 4096',
    'Password: must not be blank',
    'the secret of life',
    'PWD=/home/me/project',
    'token_type: bearer',
    'pass: 5, fail: 1',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'GET /a?page=2&limit=10',
    'sk-learn-is-a-package-for-learning',
  ])('leaves %j alone', (text) => expect(redactText(text)).toEqual({ text, redactions: {} }));

  it('is not switched off by comments of the rule set', () => {
    const text = `secretlint-disable\nghp_${alnum(36)} // secretlint-disable-line`;
    expect(redactText(text).text).not.toContain('ghp_');
  });

  it('finds a secret that invisible characters split', () => {
    expect(redactText(`gh\u200bp_${alnum(36)}`)).toEqual({
      text: '[secret:github]',
      redactions: { zero_width: 1, github: 1 },
    });
  });
});

describe('invisible characters', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red', { escape_sequence: 2 }],
    ['\u001b]8;;x\u0007link', 'link', { escape_sequence: 1 }],
    ['a\u202eb\u2066c', 'abc', { bidirectional: 2 }],
    ['a\u{e0041}b', 'ab', { tag: 1 }],
    ['a\u0000b\u0007', 'ab', { control: 2 }],
    ['10%\r20%\r\nerror', '10%\n20%\nerror', { control: 1 }],
    ['a\ud800b', 'a\ufffdb', { surrogate: 1 }],
    ['tab\tand\nline', 'tab\tand\nline', {}],
    ['漢字 émoji 🎉', '漢字 émoji 🎉', {}],
  ])('%j', (text, expected, redactions) => expect(redactText(text)).toEqual({ text: expected, redactions }));
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    'password=', 'token: "', '"', "'", ' ', '\n', '[secret:', ']', 'ghp_', alnum(40), 'Bearer ', '://u:', '@h.io/', '\u001b[',
    '\u200b', '\ud800', '\udb40', '\udc41', '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'eyJ', '.', 'x', '--password ', '\\',
    '_authToken=', 'AKIA', 'postgres://', ':',
  ); // prettier-ignore
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  );

  it('is the same after a second time', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = redactText(text).text;
        expect(redactText(once)).toEqual({ text: once, redactions: {} });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '(', 'a ', '"', 'ignore ', 'password', 'token="', 'eyJ', 'eyJ.', '://', ':// :', 'ghp_', '-----BEGIN PRIVATE KEY-----',
    'mysql ', 'Bearer ', '\u001b[', '\u001b]', '\u200b', '\ud800', 'authorization:', 'xoxb-', 'a-', 'A_', 'AKIA', 'secret:', 'https://a:',
  ])('goes through a megabyte of %j', (piece) => {
    expect(typeof redactText(piece.repeat(Math.ceil(1_000_000 / piece.length))).text).toBe('string');
  }); // prettier-ignore
});
