import type { CallClass, CallItem } from '#contracts';

import { type CallText, textOf } from './call-text.js';
import { answersNo } from './query-commands.js';
import { isShell, shellMessage } from './shell-messages.js';

/** A person or a policy refused the call. Said by harnesses at the start or the end of what they answer. */
const DECLINED =
  /\b(?:the )?user (?:doesn't want to (?:proceed|take this action)|(?:has )?(?:rejected|declined|denied|refused|cancell?ed|did not approve|chose not to)\b)|\b(?:tool use|action|command|call|request|execution|edit|patch|exec command)(?: was| has been)?(?: \w{1,12})? (?:rejected|declined|denied|refused) by (?:the )?(?:user|human|operator|person|policy|admin\w{0,10}|hook|reviewer|sandbox)|\b(?:rejected|declined|denied|refused|blocked|disallowed|prohibited|forbidden) by (?:the |an? |your |our )?(?:[\w-]{1,20} ){0,2}(?:user|policy|policies|hook|sandbox|administrator|admin|permission(?:s| settings| rules?)?|allow-?list|deny-?list|guard ?rail)|\bactionrejected\b|^(?:error: )?permission (?:to use .{1,80} )?(?:has been|was) denied\b(?!.{0,8}[(:]errno)|\b(?:permission|approval) (?:request |prompt )?(?:was |is )?(?:rejected|declined|not granted)|\bthis (?:command|tool|action|operation) (?:requires|needs) (?:\w{1,12} ){0,2}approval\b|\brequested permissions? to .{1,80}haven't granted|\b(?:operation|command|tool|program) '?[^'\n]{1,60}'? is (?:not (?:supported|allowed|permitted) (?:by|in) this (?:environment|session|mode|sandbox)|blocked|disallowed|denied)|\b(?:hook declined|protected branch)\b|\bpolicy (?:violation|denied|does not allow)|(?:被|已被?)?用户(?:已)?(?:拒绝|取消|驳回)|(?:策略|政策|管理员)(?:拒绝|禁止|不允许)|ユーザー(?:が|に|によって)(?:拒否|キャンセル|却下)|ポリシー(?:により|によって|で)\S{0,8}(?:拒否|禁止|ブロック)|사용자(?:가|에 의해)? ?(?:거부|취소|거절)|정책(?:에 의해|상)? ?(?:거부|차단|금지)|người dùng (?:đã )?(?:từ chối|hủy)|chính sách (?:không cho phép|từ chối|chặn)|(?:vom|durch den|der) (?:benutzer|nutzer|anwender)(?: wurde| hat)?[^\n]{0,40}(?:abgelehnt|abgebrochen|verweigert)|(?:durch|von|laut) (?:die |der |einer? )?(?:richtlinie|policy)[^\n]{0,40}(?:abgelehnt|verboten|blockiert|untersagt)/i;

const TIMED_OUT =
  /\btimed[ -]?out\b|\bi\/o timeout\b|\btime ?out\b.{0,40}\b(?:exceeded|expired|reached|elapsed|error)|\b(?:exceeded|reached|hit|after)\b.{0,24}\btime ?(?:out|limit)\b|\btimeout(?:error|expired|exception)\b|\b(?:deadline|time limit) (?:has been )?exceeded\b|\betimedout\b|\bgateway time-?out\b|^\W{0,4}(?:error: )?time ?out\W{0,4}$|超时|逾時|超過時間|タイムアウト|時間切れ|시간 ?초과|타임아웃|(?:hết|quá) (?:thời gian|hạn)(?: chờ)?|zeitüberschreitung|zeitlimit (?:überschritten|erreicht)|timeout (?:überschritten|erreicht)/i;
/** A word about a time-out that is none: a flag, a setting, a test's name. */
const ABOUT_TIMEOUTS =
  /(?:unrecognized|unknown|invalid|illegal|unexpected|bad|missing)\b.{0,40}time-?out|--?timeout\b|^\s{0,8}(?:✓|✔|√|ok\b|pass(?:ed)?\b)|\b0 timed out/i;

const KILLED_LINE =
  /^(?:\S{0,80}[:：] ?(?:(?:line|第|行|줄|dòng|zeile)[^:：]{0,12}[:：] {0,8})?(?:\d+ +)?)?(?:killed|terminated|aborted|hangup|segmentation fault|bus error|illegal instruction|floating point exception|trace\/breakpoint trap)(?: {0,8}\(core dumped\))?(?:: \d{1,2}|\s{2,}\S.{0,200})?\s{0,4}$|\bout of memory: killed process\b|\boom-?kill(?:ed|er)\b|\b(?:killed|terminated) by signal\b|\bsignal:? (?:9|11|15|sig(?:kill|segv|term|abrt))\b|\bsig(?:kill|segv|abrt)\b|^(?:\S{0,80}[:：] ?(?:(?:line|第|行|줄|dòng|zeile)[^:：]{0,12}[:：] {0,8})?(?:\d+ +)?)?(?:已杀死|已终止|已中止|段错误|已砍掉|強制終了|終了しました|セグメンテーション違反|中止|죽었음|종료됨|중지됨|세그멘테이션 (?:오류|결함)|getötet|beendet|abgebrochen|speicherzugriffsfehler|bị giết|đã (?:bị )?(?:giết|kết thúc|hủy)|lỗi phân đoạn)(?:\s{0,4}\([^()\n]{0,40}\))?(?:\s{2,}\S.{0,200})?\s{0,4}$/i;

const TRANSIENT =
  /\bconnection (?:was )?(?:refused|reset|aborted|closed by (?:the )?(?:remote|peer|foreign)|lost|dropped|could not be established)|\b(?:failed|unable|could not|cannot|can't) to (?:connect|establish (?:a )?connection)|\b(?:couldn't|could not|cannot) connect to\b|\beconn(?:refused|reset|aborted)\b|\b(?:enetunreach|ehostunreach|eai_again|enotfound|eagain)\b|\b(?:could not|couldn't|cannot|can't|failed to|unable to) (?:resolve|look ?up)\b.{0,40}\b(?:host|proxy|name|address|domain)|\b(?:name|host(?:name)?) (?:resolution|lookup)\b|\bname or service not known\b|\bnodename nor servname\b|\bunknown host\b|\bno such host\b|\bno address associated|\bnetwork is (?:unreachable|down)\b|\bno route to host\b|\bresource temporarily unavailable\b|\btemporar(?:y|ily) (?:failure|unavailable|error)|\bunexpected eof while (?:reading|connecting)|\bsocket hang ?up\b|\bempty reply from server\b|\brecv failure\b|\b(?:http(?:\/\d(?:\.\d)?)?|status(?: ?code)?|error|code|returned|response|responded(?: with)?|got|failed with)["']?[ :=]{1,3}(?:code |status |error:? )?\(?(?:429|502|503|504)\b|\b429 (?:too many|client error)|\b502 (?:bad|server|proxy)|\b503 (?:service|server|slow)|\b504 (?:gateway|server)|\b(?:429|502|503|504)\s{0,2}[):,]|\btoo many requests\b|\bbad gateway\b|\bservice (?:is )?(?:temporarily )?unavailable\b|\brate[ -]?limit(?:ed|s)?(?: (?:exceeded|reached|hit|error))?\b|\bthrottl(?:ed|ing)\b|\boverloaded(?:_error)?\b|\b(?:could not get|unable to acquire).{0,20}\block\b|连接(?:被|已被?|遭到?)?(?:对方|远程主机|对等方)?(?:拒绝|重置|重设|中断)|拒绝(?:了)?连接|无法(?:解析|连接)|域名解析|名称解析|未知的?(?:主机|名称或服务)|网络不可达|暂时(?:失败|不可用)|请求过多|稍[后候](?:再|重)试|接続(?:を|が|は)?(?:拒否|リセット|切断)|名前(?:の)?解決|名前またはサービスが不明|ホスト名?を?解決|ネットワークに(?:到達|届)|一時的(?:な|に)|リクエストが多すぎ|연결(?:이|을)? ?(?:거부|거절|재설정|끊)|이름(?:을|이)? ?(?:해석|풀이|확인)|알 수 없는 (?:호스트|이름)|네트워크(?:에|가) ?(?:접근|연결|도달)|일시적|요청이 너무 많|kết nối (?:đã )?bị (?:từ chối|đặt lại|ngắt)|từ chối kết nối|(?:không thể|lỗi) phân giải|không phân giải được|tạm thời|quá nhiều yêu cầu|mạng không (?:thể )?(?:tới|truy cập)|verbindung(?:saufbau)? (?:wurde |vom kommunikationspartner )?(?:abgelehnt|verweigert|zurückgesetzt|unterbrochen|vom kommunikationspartner)|die verbindung wurde|name(?:n)?s?auflösung|(?:der )?name oder (?:der )?dienst (?:ist )?nicht bekannt|unbekannter (?:host|rechner)|netzwerk ist nicht erreichbar|keine route zum|vorübergehend|temporär|zu viele anfragen/i;
const TRY_AGAIN =
  /\b(?:try|retry) (?:your request |the request |it )?again\b|再试|重试|もう一度|再試行|やり直し|다시 (?:시도|실행)|thử lại|(?:erneut|noch ?(?:ein)?mal|später) versuchen|versuchen sie (?:es )?(?:später |bitte )?(?:erneut|noch)/i;
/** "Try again" after a change of the caller's is no word of a passing trouble. */
const AFTER_A_CHANGE =
  /\b(?:fix|correct|check|change|edit|update|install|specify|choose|provide|remove|rename|read|sorry|then)\b|请(?:修改|检查|更正)|修正|確認して|수정|확인|sửa|kiểm tra|korrigier|prüf/i;

const SIGNAL_MAX = 64;
/** Programs with codes of their own for a passing trouble. */
const TRANSIENT_CODES: Record<string, number[]> = {
  curl: [5, 6, 7, 52, 56],
  wget: [4],
  ping: [2],
  rsync: [10, 30, 35],
};
/** Of Windows: access violation, stack overflow, closed console. */
const WINDOWS_KILLED = new Set([0xc0000005, 0xc00000fd, 0xc000013a]);
/** Lines at either end in which a harness says why it did not run a call. */
const SPOKEN_LINES = 4;
/** Longer lines are read to here. */
const LINE_READ = 1_000;

/**
 * Class of a call that failed, or hid that it failed: the first that fits, exit codes before words. Undefined for a call
 * that worked, or of which it is not known.
 */
export function classifyCall(call: CallItem): CallClass | undefined {
  if (call.type === 'command' ? call.exitCode === null : call.success === null) return undefined;
  const text = textOf(call);
  const failed = call.type === 'command' ? call.exitCode !== 0 : call.success === false;
  if (!failed) return isMasked(text) ? 'masked' : undefined;
  const lines = spokenLines(text);
  if (isDeclined(lines)) return 'declined';
  if (isTimeout(text, lines)) return 'timeout';
  if (isKilled(text, lines)) return 'killed';
  if (isTransient(text, lines)) return 'transient';
  return answersNo(text) ? 'query_no' : 'fault';
}

/** Lines about the call itself: the differences that a comparison prints are its content. */
function spokenLines({ deciding, lines }: CallText): string[] {
  const compares = deciding.length > 0 && deciding.every(({ program }) => /diff|cmp/.test(program));
  const cut = lines.map((line) => line.slice(0, LINE_READ));
  return compares
    ? cut.filter((line) => !/^(?:[<>+@\\-]|\d+(?:,\d+)?[acd]\d|Only in |Files |Binary |diff -)/.test(line))
    : cut;
}

function isDeclined(lines: string[]): boolean {
  const ends =
    lines.length <= 2 * SPOKEN_LINES ? lines : [...lines.slice(0, SPOKEN_LINES), ...lines.slice(-SPOKEN_LINES)];
  return ends.some((line) => DECLINED.test(line));
}

function isTimeout({ exitCode, deciding }: CallText, lines: string[]): boolean {
  if (exitCode === 124) return true;
  if (exitCode === 28 && deciding.at(-1)?.program === 'curl') return true;
  return lines.some((line) => TIMED_OUT.test(line) && !ABOUT_TIMEOUTS.test(line));
}

function isKilled({ exitCode, output, deciding }: CallText, lines: string[]): boolean {
  if (exitCode !== undefined) {
    if (WINDOWS_KILLED.has(exitCode >>> 0)) return true;
    if (exitCode < 0 && exitCode >= -SIGNAL_MAX) return true;
    // git and its like answer wrong usage with 129.
    const isUsage =
      exitCode === 129 && (deciding.at(-1)?.program === 'git' || /\busage:/i.test(output.slice(0, 4_000)));
    if (exitCode > 128 && exitCode <= 128 + SIGNAL_MAX && !isUsage) return true;
  }
  return lines.slice(-SPOKEN_LINES).some((line) => KILLED_LINE.test(line));
}

function isTransient({ exitCode, deciding }: CallText, lines: string[]): boolean {
  const program = deciding.at(-1)?.program ?? '';
  if (Object.hasOwn(TRANSIENT_CODES, program) && TRANSIENT_CODES[program]!.includes(exitCode ?? 0)) return true;
  return lines.some((line) => TRANSIENT.test(line) || (TRY_AGAIN.test(line) && !AFTER_A_CHANGE.test(line)));
}

/**
 * Exit code 0, yet a shell or a program of this command line says that it failed; something besides the failing command
 * decided the exit code. A line that a file or a log brought names nothing of this command line.
 */
function isMasked({ command, commands, lines }: CallText): boolean {
  if (command === undefined || commands.length < 2) return false;
  const programs = new Set(commands.map(({ program }) => program));
  return lines.some((line) => {
    const message = shellMessage(line, programs);
    if (!message) return false;
    return !isShell(message.speaker) || programs.has(message.speaker) || namesPartOf(message.text, command, programs);
  });
}

/** Whether what a shell complains about stands in the command line: `bash: line 1: foo: command not found`. */
function namesPartOf(text: string, command: string, programs: ReadonlySet<string>): boolean {
  const about = text.replace(/^(?:line|行|zeile|줄|dòng)?\s{0,2}\d{1,7}(?:\s{0,2}행)?[:：] ?/i, '');
  if (/syntax|unexpected|unterminated|语法|文法|구문|cú pháp/i.test(about)) return true;
  // A builtin of this line: `sh: 1: cd: can't cd to x`.
  if (programs.has(/^([a-z]{1,12}): /.exec(about)?.[1] ?? '')) return true;
  const name = /^(?:cannot \w{1,12} |type: |cd: |exec: )?[`'"]?([^:：'"`]{1,200})/.exec(about)?.[1]?.trim();
  return name !== undefined && name !== '' && command.includes(name);
}
