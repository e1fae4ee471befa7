import type { Language } from './language.js';
import { sentencesOf } from './sentences.js';
import { refused, tellingMost, type Verdict } from './verdict.js';

/** How a language marks what the recogniser needs to know. */
interface Marks {
  /** A command or ban that holds beyond this task. */
  directive: RegExp;
  /** A way of working. */
  work: RegExp;
  /** Points at this task. */
  pointer: RegExp;
  question: RegExp;
  /** Speaks of what the result should be like. */
  outcome: RegExp;
}

const MARKS: Record<Exclude<Language, 'en' | 'other'>, Marks> = {
  zh: {
    directive:
      /以后|今后|下次|每次|总是|永远|始终|一律|都要|不要|别|禁止|不准|不许|请勿|切勿|不得|必须|务必|之前|以前先|前先|再(?!说|见)|改用|代替|取代|而不是|只能/,
    work: /运行|执行|跑|提交|推送|合并|测试|使用|用|检查|确认|询问|问我|安装|部署|删除|删|修改|改动|备份|读取|编译|构建|调用|下载|上传|拉取|格式化|写入|直接|解释|说明/,
    pointer: /这个|这份|这次|这里|这张|这段|这些|那个|那份|该文件|该报告|现在|刚才|今天|目前|上面|下面|此处|本次|眼下/,
    question: /[？?]|吗|呢[。！]?$|为什么|怎么|是否|什么|哪个|能不能|可以不可以/,
    outcome: /简短|简洁|详细|语气|文风|风格|好看|美观|标题|措辞|长一点|短一点|排版|字体|颜色|表情|专业一点|条理/,
  },
  ja: {
    directive:
      /今後|次から|次回から|毎回|必ず|常に|いつも|絶対に|決して|しないで|使わないで|せずに|ないでください|ないように|禁止|てはいけない|てはダメ|てはだめ|する前に|前には?|てから|代わりに|ではなく|じゃなくて|ようにして/,
    work: /実行|コミット|プッシュ|マージ|テスト|使|確認|聞い|尋ね|質問|インストール|デプロイ|削除|消|変更|編集|バックアップ|読|ビルド|呼び出|ダウンロード|アップロード|整形|書き込|直接|説明/,
    pointer: /この|その|あの|今回|今すぐ|今は|ここ|さっき|先ほど|今日|上の|下の|現在/,
    question: /[？?]|ですか|ますか|のか|かな|なぜ|どうして|何が|どれ/,
    outcome: /短く|簡潔|詳しく|丁寧な|口調|文体|見た目|表現|書式|見出し|色|きれい|長め|絵文字|読みやすく/,
  },
  ko: {
    directive:
      /앞으로|다음부터|다음부터는|항상|매번|반드시|꼭|절대|하지 ?마|지 ?마세요|지 ?말고|지 ?말아|말 것|금지|하기 전에|기 전에|전에는?|먼저|대신|말고|한 뒤에|한 후에/,
    work: /실행|돌리|돌려|커밋|푸시|병합|머지|테스트|사용|쓰지|써|확인|물어|설치|배포|삭제|지우|수정|변경|백업|읽|빌드|호출|다운로드|업로드|포맷|직접|설명/,
    pointer: /이 |이번|지금|여기|방금|이거|이것|그거|그것|저거|오늘|위의|아래|현재/,
    question: /[？?]|까요|나요|습니까|인가요|왜|어떻게|무엇|뭐가/,
    outcome: /짧게|간결|자세히|말투|문체|예쁘|보기 좋|형식|제목|색|길게|표현|이모지|정중/,
  },
  vi: {
    directive:
      /từ nay|từ giờ trở đi|lần sau|lần tới|mỗi lần|mỗi khi|luôn|không bao giờ|đừng|không được|cấm|trước khi|thay vì|thay cho|phải|hãy|chỉ được/i,
    work: /chạy|commit|push|đẩy|gộp|merge|kiểm tra|kiểm thử|test|dùng|sử dụng|xác nhận|hỏi|cài|triển khai|deploy|xóa|xoá|sửa|thay đổi|sao lưu|đọc|build|biên dịch|gọi|tải|định dạng mã|ghi|giải thích/i,
    pointer:
      /(?:^|\s)(?:này|bây giờ|ở đây|lần này|hôm nay|vừa rồi|lúc này|hiện tại|cái đó|việc đó|ở trên|bên dưới)(?=[\s.,!]|$)/i,
    question: /\?|tại sao|vì sao|thế nào|phải không|được không|làm sao|là gì/i,
    outcome:
      /ngắn gọn|chi tiết hơn|giọng|văn phong|đẹp hơn|dài hơn|ngắn hơn|tiêu đề|màu|trình bày|cách diễn đạt|lịch sự|biểu tượng cảm xúc/i,
  },
  de: {
    directive:
      /\b(?:immer|nie|niemals|ab jetzt|ab sofort|künftig|in zukunft|zukünftig|nächstes mal|beim nächsten mal|jedes mal|bevor du|bevor sie|vor jedem|vor dem|statt|anstatt|anstelle|nicht mehr|verwende nicht|benutze nicht|benutz nicht|nutze nicht|nicht direkt|kein|keine|keinen|hör auf|lass das|grundsätzlich|stets)\b|^(?:führe?|benutze?|verwende?|nutze?|frage?|prüfe?|teste?|mache?|committe|pushe|starte?|installiere|lösche?|ändere?)\b.{0,200}\bnicht\b/i,
    work: /\b(?:führe?|ausführen|laufen|commit\w*|push\w*|merge\w*|test\w*|verwend\w*|benutz\w*|nutz\w*|prüf\w*|bestätig\w*|frag\w*|installier\w*|deploy\w*|lösch\w*|änder\w*|bearbeit\w*|sicher\w*|lies|lesen|bau\w*|kompilier\w*|aufruf\w*|ruf\w*|lad\w*|formatier\w*|schreib\w*|erklär\w*|nachfrag\w*|arbeit\w*|nimm)\b/i,
    pointer:
      /\b(?:dies(?:e[rsmn]?)?|jetzt(?! ab)|hier|heute|gerade|diesmal|eben|oben|unten|momentan|aktuell|jene[rsmn]?)\b/i,
    question:
      /\?|^(?:warum|wieso|weshalb|was|wie|wer|wo|welche[rsmn]?|kannst|könntest|hast|ist|sind|soll|sollen|darf)\b/i,
    outcome:
      /\b(?:kürzer|kurz|knapp\w*|ausführlich\w*|tonfall|ton|stil|formulier\w*|schöner|überschrift\w*|länger|freundlich\w*|höflich\w*|farbe\w*|emoji\w*|wortwahl|übersichtlich\w*)\b/i,
  },
};

function sentence(text: string, marks: Marks): Verdict {
  if (marks.question.test(text)) return { reason: 'question', detail: 'a question' };
  const general = text.replace(/ab jetzt|từ giờ trở đi/gi, 'immer luôn');
  if (!marks.directive.test(text))
    return { reason: 'not_a_correction', detail: 'neither commands nor forbids a way of working in general' };
  if (marks.outcome.test(text))
    return { reason: 'prescribes_outcome', detail: 'speaks of what the result should be like' };
  if (marks.pointer.test(general)) return { reason: 'points_at_task', detail: 'points at this task' };
  if (!marks.work.test(text)) return { reason: 'not_a_correction', detail: 'no way of working in it' };
  return { quote: text };
}

/** A rule in a language that needs a person, or a model, to be put into English. */
export function foreignRule(text: string, language: keyof typeof MARKS): Verdict {
  const verdicts = sentencesOf(text).map((one) => sentence(one, MARKS[language]));
  return verdicts.find((one) => !refused(one)) ?? tellingMost(verdicts.filter(refused));
}
