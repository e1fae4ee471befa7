import type { CallClass, CommandItem } from '#contracts';

import { classifyCall } from './call-class.rules.js';

const command = (text: string, exitCode: number | null, output = ''): CommandItem => ({
  type: 'command',
  command: text,
  exitCode,
  output,
});

describe('classifyCall', () => {
  it.each<[CallClass | undefined, string, number | null, string?]>([
    ['declined', 'rm -r x', 1, "The user doesn't want to proceed with this tool use. The tool use was rejected"],
    ['declined', 'git push', 1, 'exec command rejected by user'],
    ['declined', 'vim a.txt', 1, "Operation 'vim a.txt' is not supported by this environment."],
    ['declined', 'curl x', 1, 'Permission to use Bash with command curl x has been denied.'],
    ['declined', 'rm a', 1, 'Blocked by policy: destructive command'],
    ['declined', 'rm a', 1, '用户拒绝了该操作'],
    ['declined', 'rm a', 1, 'ユーザーが拒否しました'],
    ['declined', 'rm a', 1, '사용자가 거부했습니다'],
    ['declined', 'rm a', 1, 'Người dùng đã từ chối lệnh này'],
    ['declined', 'rm a', 1, 'Der Befehl wurde vom Benutzer abgelehnt.'],
    ['fault', 'cat /etc/shadow', 1, 'cat: /etc/shadow: Permission denied'],
    ['timeout', 'timeout 5 make', 124],
    ['timeout', 'make', 1, 'Command timed out after 120 seconds'],
    ['timeout', 'curl -m 3 x', 28, 'curl: (28) Operation timed out after 3001 milliseconds'],
    ['timeout', 'make', 1, '命令执行超时'],
    ['timeout', 'make', 1, 'コマンドがタイムアウトしました'],
    ['timeout', 'make', 1, '명령 시간 초과'],
    ['timeout', 'make', 1, 'Lệnh đã hết thời gian chờ'],
    ['timeout', 'make', 1, 'Zeitüberschreitung beim Ausführen'],
    ['fault', 'x --timeout 5', 2, 'x: unrecognized option --timeout'],
    ['killed', 'node a.js', 137],
    ['killed', 'node a.js', 139, 'Segmentation fault (core dumped)'],
    ['killed', 'sleep 100', 130],
    ['killed', 'sleep 100', -9],
    ['killed', 'a.exe', 3221225477],
    ['killed', 'make', 1, 'bash: line 1:  4242 Killed                  ./big'],
    ['killed', 'make', 1, 'bash: 第 1 行：已杀死'],
    ['fault', 'git foo --bad', 129, 'usage: git foo'],
    ['transient', 'curl -s intern/v1', 7],
    ['transient', 'pip install x', 1, 'ReadError: [Errno 104] Connection reset by peer'],
    ['transient', 'git fetch', 128, 'fatal: unable to access: Could not resolve host: git.internal'],
    ['transient', 'npm i', 1, 'npm ERR! 503 Service Unavailable - GET /x'],
    ['transient', 'curl -f x', 22, 'curl: (22) The requested URL returned error: 429'],
    ['transient', 'apt update', 100, '暂时不可用，请稍后再试'],
    ['transient', 'curl x', 1, 'curl: (7) 拒绝连接'],
    ['transient', 'wget x', 1, '接続を拒否されました'],
    ['transient', 'wget x', 1, '연결이 거부됨'],
    ['transient', 'wget x', 1, 'Kết nối bị từ chối'],
    ['transient', 'wget x', 1, 'Verbindungsaufbau abgelehnt'],
    ['transient', 'ping h', 1, 'ping: h: Der Name oder der Dienst ist nicht bekannt'],
    ['fault', 'edit a', 1, 'Your edit has a syntax error. Please fix it and try again.'],
    ['fault', 'cp', 1, "cp: missing file operand\nTry 'cp --help' for more information."],
    ['query_no', 'LC_ALL=C grep -q x f', 1],
    ['query_no', 'sudo grep -r x /etc 2>/dev/null | grep -v y', 1],
    ['query_no', 'find . -name "*.c" | xargs grep -l foo', 123],
    ['query_no', 'cd repo && git diff --quiet', 1],
    ['query_no', `bash -lc 'test -f a.txt'`, 1],
    ['query_no', '[ -d build ] && ls build', 1],
    ['query_no', '[[ -n $X && -d y ]]', 1],
    ['query_no', 'command -v uv', 1],
    ['query_no', 'type c++', 1, 'bash: line 1: type: c++: not found'],
    ['query_no', 'which foo', 1, '/usr/bin/which: no foo in (/usr/bin:/bin)'],
    ['query_no', 'pgrep nginx', 1],
    ['query_no', 'cmp a b', 1, 'a b differ: byte 1, line 1'],
    ['query_no', 'diff a b', 1, '1c1\n< connection timed out\n---\n> fatal: error'],
    ['query_no', 'systemctl is-active nginx', 3, 'inactive'],
    ['query_no', 'rg -n foo src', 1],
    ['query_no', 'ls | grep x || exit 1', 1],
    ['fault', 'grep x f', 2, 'grep: f: Datei oder Verzeichnis nicht gefunden'],
    ['fault', 'grep -l x *', 1, 'grep: dir: Is a directory'],
    ['fault', 'diff a b', 2, 'diff: b: No such file or directory'],
    ['fault', 'npm test && grep -q ok log', 1, 'FAIL src/a.spec.ts\n1 failing'],
    ['fault', 'grep x f; make', 1],
    ['fault', 'mv a b && [ -e b ] && cp b c', 1, 'cp: -r not specified; omitting directory b'],
    ['fault', 'find . -exec grep x {} \\; -delete 2>/dev/null', 1],
    ['fault', 'make report', 2, 'no rule'],
    ['fault', 'pnpmm i', 127, 'bash: pnpmm: command not found'],
    ['masked', 'pnpmm run lint | head -5', 0, 'bash: pnpmm: command not found'],
    ['masked', 'pnpmm i; true', 0, 'zsh: command not found: pnpmm'],
    ['masked', 'pnpmm i || true', 0, 'bash：pnpmm：未找到命令'],
    ['masked', 'pnpmm i | tee log', 0, 'bash: 行 1: pnpmm: 未找到命令'],
    ['masked', 'pnpmm i | tee log', 0, 'bash: pnpmm: コマンドが見つかりません'],
    ['masked', 'pnpmm i | tee log', 0, 'bash: pnpmm: 명령어를 찾을 수 없음'],
    ['masked', 'pnpmm i | tee log', 0, 'bash: pnpmm: không tìm thấy lệnh'],
    ['masked', 'pnpmm i | tee log', 0, 'bash: pnpmm: Kommando nicht gefunden.'],
    ['masked', 'cat nofile | wc -l', 0, 'cat: nofile: No such file or directory\n0'],
    ['masked', 'cd /nope; ls', 0, "/bin/sh: 1: cd: can't cd to /nope"],
    [undefined, 'tail build.log | head', 0, 'bash: pnpm: command not found'],
    [undefined, 'cat build.log', 0, 'cat: x: No such file or directory'],
    [undefined, 'node -v; npm -v', 0, 'v20\n10'],
    [undefined, 'npm test', null, 'bash: npm: command not found'],
  ])('%s: %s (%s) %j', (expected, text, exitCode, output = '') => {
    expect(classifyCall(command(text, exitCode, output))).toBe(expected);
  });

  it('reads shell tools by the command and exit code they carry', () => {
    const tool = { type: 'tool' as const, name: 'Bash', arguments: { command: 'grep -q x f' }, output: 'Exit code 1' };
    expect(classifyCall({ ...tool, success: false })).toBe('query_no');
    expect(classifyCall({ ...tool, name: 'lookup', success: false, output: 'not found' })).toBe('fault');
    expect(classifyCall({ ...tool, success: null })).toBeUndefined();
  });

  it.each([
    '(',
    'a ',
    '"',
    'ignore ',
    'bash: ',
    'timeout ',
    'error ',
    'user rejected ',
    'connection ',
    'Killed ',
    'a:',
    ': ',
  ])('reads a megabyte of %j', (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(classifyCall(command(text, 1, text))).toBeDefined();
  });
});
