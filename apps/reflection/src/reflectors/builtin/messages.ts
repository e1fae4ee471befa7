/** Standard messages of shells and system libraries, in the languages they speak, each under one name. */
const PHRASES = {
  command_not_found: [
    'command not found',
    'unknown command:',
    'kommando nicht gefunden',
    'befehl nicht gefunden',
    '未找到命令',
    '找不到命令',
    'コマンドが見つかりません',
    '명령어를 찾을 수 없',
    '명령을 찾을 수 없',
    'không tìm thấy lệnh',
    'lệnh không tìm thấy',
  ],
  no_such_file: [
    'no such file or directory',
    'enoent',
    'cannot find the path specified',
    'cannot find the file specified',
    'datei oder verzeichnis nicht gefunden',
    '没有那个文件或目录',
    '沒有此一檔案或目錄',
    'そのようなファイルやディレクトリはありません',
    '그런 파일이나 디렉터리가 없습니다',
    '그런 파일이나 디렉토리가 없음',
    'không có tập tin hoặc thư mục',
    'không có tập tin hay thư mục',
  ],
  permission_denied: [
    'permission denied',
    'eacces',
    'access is denied',
    'keine berechtigung',
    'zugriff verweigert',
    '权限不够',
    '拒絕不符權限',
    '許可がありません',
    '허가 거부',
    'không đủ quyền truy cập',
    'quyền bị từ chối',
  ],
  read_only: [
    'read-only file system',
    'erofs',
    'das dateisystem ist nur lesbar',
    '只读文件系统',
    '唯讀檔案系統',
    '読み込み専用ファイルシステム',
    '읽기 전용 파일 시스템',
    'hệ thống tập tin chỉ đọc',
  ],
  address_in_use: [
    'address already in use',
    'eaddrinuse',
    'port is already allocated',
    'port is already in use',
    'address in use',
    'die adresse wird bereits verwendet',
    '地址已在使用',
    '位址已被使用',
    'アドレスは既に使用中',
    '이미 사용 중인 주소',
    'địa chỉ đã được dùng',
  ],
  unterminated_quote: [
    'unexpected eof while looking for matching',
    'unterminated quoted string',
    'unexpected end of string',
    'no closing quotation',
    'string is missing the terminator',
    'dateiende beim suchen nach',
    '寻找匹配的',
    '尋找配對的',
    '探索中に予期しないファイル終了',
    '일치하는 문자를 찾는',
    'gặp kết thúc tập tin bất thường khi tìm',
  ],
  exec_argument: [
    'missing argument to',
    'fehlendes argument für',
    '缺少参数',
    '缺少引數',
    'の引数がありません',
    '인수가 빠졌습니다',
    'thiếu đối số',
  ],
  pattern_expanded: [
    'paths must precede expression',
    'der pfad muss vor dem suchkriterium stehen',
    '路径必须在表达式之前',
    '路徑必須在表示式之前',
    'パスは評価式の前',
    '경로는 표현식',
  ],
  argument_list: [
    'argument list too long',
    'die argumentliste ist zu lang',
    '参数列表过长',
    '引數列過長',
    '引数リストが長すぎます',
    '인수 명단이 너무 깁니다',
    'danh sách đối số quá dài',
  ],
  bad_option: [
    'invalid option',
    'illegal option',
    'unknown option',
    'unrecognized option',
    'unrecognised option',
    'unrecognized argument',
    'unknown flag',
    'unknown shorthand flag',
    'unknown switch',
    'no such option',
    'unknown predicate',
    'unknown primary or operator',
    'unexpected argument',
    'flag provided but not defined',
    'is not a recognized option',
    'ungültige option',
    'unbekannte option',
    'nicht erkannte option',
    '无效选项',
    '无效的选项',
    '不适用的选项',
    '未知的选项',
    '无法识别的选项',
    '無效的選項',
    '無効なオプション',
    '不明なオプション',
    'を認識できません',
    '부적절한 옵션',
    '잘못된 옵션',
    '인식할 수 없는 옵션',
    'tùy chọn không hợp lệ',
    'tuỳ chọn không hợp lệ',
    'không nhận ra tùy chọn',
  ],
  undecodable: [
    "codec can't decode",
    "codec can't encode",
    'illegal byte sequence',
    'invalid or incomplete multibyte',
    'invalid utf-8',
    'invalid byte sequence',
    'stream did not contain valid utf-8',
    'invalid multibyte',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Message = keyof typeof PHRASES;
const ENTRIES = Object.entries(PHRASES) as [Message, readonly string[]][];

/** Folded for comparing: lower case, full-width colon and typographic quotes made plain. */
export const foldLine = (line: string): string =>
  line
    .replace(/：\s*/g, ': ')
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟「」«»]/g, '"')
    .toLowerCase();

/** Where a standard message stands in a folded line. */
export function find(folded: string, message: Message): { at: number; phrase: string } | undefined {
  for (const phrase of PHRASES[message]) {
    const at = folded.indexOf(phrase);
    if (at >= 0) return { at, phrase };
  }
  return undefined;
}

export const says = (folded: string, message: Message): boolean => find(folded, message) !== undefined;

/** Names of all standard messages of a folded line. */
export const messagesOf = (folded: string): Message[] =>
  ENTRIES.filter(([, phrases]) => phrases.some((phrase) => folded.includes(phrase))).map(([name]) => name);
