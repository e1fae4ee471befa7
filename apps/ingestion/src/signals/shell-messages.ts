import { baseName } from '#domain';

/** Shells and the loader, which speak for any command. */
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'fish', '-bash', '-sh', '-zsh', '-c']);

/** Words of an error in the languages of common shells and tools. */
const ERROR_WORDS =
  /not found|no such (?:file|command|process|device)|cannot|can't|could ?n[o']t|unable to|\bfail|denied|not permitted|not allowed|invalid|illegal|unrecognized|unknown|unexpected|syntax error|missing|requires? an?\b|is a directory|not a directory|already exists|file exists|ambiguous|bad |unbound|not recognized|too many|too few|extra operand|refusing|error|fatal|usage:|try '|nonexistent|does not exist|not set|unsupported|broken pipe|read-only|no space|too long|terminated|未找到|找不到|没有那个|不存在|无法|不能|错误|失败|拒绝|无效|不允许|权限|未知|見つかり|ありません|できません|エラー|失敗|拒否|無効|不正|찾을 수 없|없습니다|없음|없는|오류|실패|거부|잘못된|할 수 없|không tìm thấy|không có|không thể|không hợp lệ|lỗi|thất bại|bị từ chối|nicht gefunden|kann nicht|konnte nicht|nicht möglich|fehler|fehlgeschlagen|verweigert|ungültig|unbekannt|existiert nicht/i;

/** `name: message`, also with `line 3:`, a path before the name, and full-width colons. */
const SPOKEN = /^(?:\S{0,120}\/)?([\w.+[-]{1,40}?)(?:\.exe)?(?:\[\d{1,10}\])?[:：] ?(.*)$/;
const ZSH_NOT_FOUND = /^(?:zsh: )?command not found: (\S+)/;
const WINDOWS_NOT_FOUND =
  /^(?:'([^']{1,200})' is not recognized as an internal or external command|(?:\S{1,40} : )?The term '([^']{1,200})' is not recognized)/;

export interface ShellMessage {
  /** Base name of the speaker, a shell or a program. */
  speaker: string;
  text: string;
}

/** A line in which a shell or one of the programs speaks, or undefined. */
export function spokenMessage(line: string, programs: ReadonlySet<string>): ShellMessage | undefined {
  const missing = ZSH_NOT_FOUND.exec(line)?.[1] ?? WINDOWS_NOT_FOUND.exec(line)?.slice(1).find(Boolean);
  if (missing !== undefined) return { speaker: 'zsh', text: `${missing}: command not found` };
  const match = SPOKEN.exec(line.slice(0, 1_000));
  if (!match) return undefined;
  const speaker = baseName(match[1]!);
  const text = match[2]!;
  return SHELLS.has(speaker) || programs.has(speaker) ? { speaker, text } : undefined;
}

/** As {@link spokenMessage}, of an error only. */
export function shellMessage(line: string, programs: ReadonlySet<string>): ShellMessage | undefined {
  const message = spokenMessage(line, programs);
  return message && ERROR_WORDS.test(message.text) ? message : undefined;
}

export const isShell = (speaker: string): boolean => SHELLS.has(speaker);
export const hasErrorWords = (line: string): boolean => ERROR_WORDS.test(line.slice(0, 1_000));
