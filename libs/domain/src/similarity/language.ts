export type NoteLanguage = 'en' | 'de' | 'vi' | 'zh' | 'ja' | 'ko';

const VIETNAMESE = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i;
const GERMAN =
  /(?:^|[\s,.])(?:wenn|falls|bevor|nachdem|sobald|nicht|und|oder|der|die|das|den|dem|ist|sind|ein|eine|einen|mit|vor|beim|zuerst|statt|ohne|niemals|kein|keine|auf|für|wird)(?=[\s,.:]|$)/gi;

/** Which of the covered languages a note is in, by script and telling words. Latin text that is neither German nor Vietnamese counts as English. */
export function languageOf(text: string): NoteLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  if (VIETNAMESE.test(text)) return 'vi';
  const german = text.match(GERMAN)?.length ?? 0;
  return german >= 2 || (german === 1 && /[äöüß]/i.test(text)) ? 'de' : 'en';
}
