export type Language = 'en' | 'de' | 'vi' | 'zh' | 'ja' | 'ko' | 'other';

const GERMAN = new Set(
  'der die das und nicht bitte immer nie niemals bevor vor statt kein keine nur mit für ist du wenn den dem ein eine benutze verwende mach mache zuerst erst auch künftig jetzt hier'.split(
    ' ',
  ),
);
const ENGLISH = new Set(
  "the a an and not please always never before instead don't do if when you use to of is it with for run that this in on from now we i".split(
    ' ',
  ),
);
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gi;

const VIETNAMESE_WORDS = new Set(
  'không thay vì trước khi đừng dùng hãy luôn tôi bạn và là được chạy của cho này một'.split(' '),
);

/** The language of a message, code spans aside. Among those covered; English unless another shows. */
export function languageOf(text: string): Language {
  const prose = text.replace(/`[^`]{0,400}`/g, ' ').slice(0, 2_000);
  if (/[\u3040-\u30ff]/.test(prose)) return 'ja';
  if (/[\uac00-\ud7af]/.test(prose)) return 'ko';
  if (/[\u4e00-\u9fff]/.test(prose)) return 'zh';
  const words = prose
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .filter(Boolean);
  const vietnamese = words.filter((word) => VIETNAMESE_WORDS.has(word)).length;
  if (vietnamese >= 2 || (prose.match(VIETNAMESE) ?? []).length >= 2) return 'vi';
  const german = words.filter((word) => GERMAN.has(word)).length + (/[äöüß]/i.test(prose) ? 1 : 0);
  const english = words.filter((word) => ENGLISH.has(word)).length;
  if (german > english) return 'de';
  return /[\u0400-\u04ff\u0600-\u06ff\u0590-\u05ff\u0e00-\u0e7f]/.test(prose) ? 'other' : 'en';
}
