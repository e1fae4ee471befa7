import { proseWords, sentencesOf } from '#domain';

const set = (words: string): Set<string> => new Set(words.split(/\s+/));

/** Function words and the common verbs and nouns of tool talk. */
const ENGLISH =
  set(`the a an and or but if when whenever while once before after until unless because since as so that this these those
  it its is are was were be been being do does did not no never only also then than there here where which who what how why
  of in on at by for with from to into onto over under out off up down about between through without within instead rather first
  again still already yet just too very more most less least same other another each every any all some both either neither such
  can cannot could will would may might must should shall need needs have has had having you your we our they their them he she his her
  i my me us one two three own use using used run runs running ran fail fails failed failing pass passes set sets get gets
  make makes take takes give gives put keep check checks verify confirm stop start restart wait retry ask read write open close
  add remove delete create install update rebuild build test call try print prints report reports show shows return returns
  say says raise raises throw throws exit exits reject rejects rejected missing empty found available installed exist exists
  file files folder folders directory path paths name names row rows column columns line lines list lists page pages error errors
  output input command commands tool tools program option flag version server port process image table text value values
  branch commit push pull fetch merge rebase quote quotes blank blanks space spaces large small long short old new free wrong right
  instead directly locally manually quickly don't doesn't isn't can't won't aren't didn't extraction upload uploads download send show
  mirrors login search database rows limit reply batches total sum differ dash start starts end ends with like via per let leave
  later earlier last next previous current fresh own same way time times step steps work works working change changes look find
  go goes come comes turn turns pick choose prefer avoid split quote render append convert clear clean copy move bind listen mount load
  because due while even though whether few many much several most key token user users data code config log logs job jobs package packages
  module modules script scripts shell terminal container environment variable default message result results response request`);

/** Telling words of other languages, without those that English shares. */
const FOREIGN: Record<string, Set<string>> = {
  de: set(
    'der das den dem des ein eine einen einem einer ist sind wird werden wurde und oder aber nicht kein keine wenn falls bevor nachdem sobald dann danach zuerst vor nach bei mit ohne für auf aus über unter durch gegen zum zur vom beim im am es sie wir ihr ich du sich auch noch nur schon immer nie niemals bitte soll sollte muss müssen kann können darf statt stattdessen erst mal einmal wieder neu als wie dass weil damit prüfen prüfe führe ausführen verwende verwenden benutze nutze starte lösche seite datei ordner befehl fehler leer fehlt zu',
  ),
  fr: set(
    "le la les un une des du de et ou mais ne pas plus si quand lorsque avant après pour dans sur sous avec sans par est sont être avoir sera il elle ils elles nous vous je tu ce cette ces cet qui que quoi dont où alors puis ensuite toujours jamais aussi encore au aux en leur son sa ses votre vos d’abord abord fichier dossier commande échoue utilisez utilisez-le utiliser lancez exécutez vérifiez relancer réessayer d'abord lors chaque il faut doit",
  ),
  es: set(
    'el los las un una unos unas y o pero si cuando antes después de del al para por en con sin sobre es son está están ser estar fue hay se su sus lo le les que qué como cómo donde entonces luego siempre nunca también ya más muy este esta estos estas ese esa no ejecuta ejecute ejecutar usa use usar comprueba compruebe verifica archivo carpeta comando falla error primero vuelve intentar página',
  ),
  pt: set(
    'o os as um uma uns e ou mas se quando antes depois de do da dos das ao em no na nos nas para por com sem sobre é são está estão ser foi há não mais muito este esta isso que como onde então sempre nunca também já execute executar use usar verifique arquivo pasta comando falha primeiro tente novamente página',
  ),
  it: set(
    'il lo gli un una uno e o ma se quando prima dopo di del della dei delle al alla in nel nella per con senza su è sono essere non più molto questo questa che come dove allora poi sempre mai anche già esegui eseguire usa usare verifica file cartella comando errore fallisce riprova pagina',
  ),
  nl: set(
    'de het een en of maar als wanneer voordat nadat voor na van naar op aan bij met zonder door over onder is zijn wordt worden niet geen dan eerst daarna ook nog altijd nooit dit deze dat die er je jij uw wij ze zich gebruik gebruiken controleer voer uit bestand map opdracht fout leeg opnieuw probeer',
  ),
  vi: set(
    'khi nếu thì và hoặc nhưng không đừng trước sau của các những một cho với trong trên từ đến là được bị có hãy phải nên cần chạy dùng kiểm tra lỗi tệp thư mục lại',
  ),
  pl: set(
    'i lub ale jeśli jeżeli gdy kiedy przed po dla w na z bez do od jest są nie to ten ta te się jak gdzie wtedy potem zawsze nigdy także już użyj uruchom sprawdź plik folder polecenie błąd najpierw ponownie',
  ),
  id: set(
    'jika ketika bila sebelum setelah dan atau tetapi tidak jangan yang untuk dengan tanpa di ke dari pada adalah ini itu akan harus bisa gunakan jalankan periksa berkas perintah gagal dulu lagi kosong',
  ),
  tr: set(
    've veya ama eğer önce sonra için ile olmadan bir bu şu değil var yok daha çok her zaman asla kullan çalıştır kontrol et dosya klasör komut hata boş tekrar',
  ),
  sv: set(
    'och eller men om när innan efter för att med utan på av från till är var inte ingen en ett den det de som här där sedan alltid aldrig också redan använd kör kontrollera fil mapp kommando fel tom först igen',
  ),
  la: set('si cum ante post et aut sed non est sunt in ad ab ex pro per sine quod qui quae'),
};
const MARKED = /[\u00C0-\u024F\u1E00-\u1EFF]/;
const LOANS = /^(?:naïve|café|résumé|fiancé|façade|cliché|déjà|über|señor|jalapeño|piñata)$/i;

/**
 * Whether the prose of a note is English. Judged by script, then by function words against those of other languages,
 * for the whole and for each sentence of some length, so that half a note in another language does not pass.
 */
export function isEnglishProse(text: string): boolean {
  return (
    isEnglish(text, proseWords(text)) &&
    sentencesOf(text).every((sentence) => isEnglish(sentence, proseWords(sentence)))
  );
}

function isEnglish(text: string, words: readonly string[]): boolean {
  const letters = words.join('').match(/\p{L}/gu)?.length ?? 0;
  // Only commands and numbers: no language speaks against it, but nothing is said either way.
  if (letters === 0)
    return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Greek}]/u.test(
      text,
    );
  const latin = words.join('').match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin < letters * 0.85) return false;
  const lower = words.map((word) => word.toLowerCase().replace('’', "'"));
  const english = lower.filter((word) => ENGLISH.has(word) || isInflected(word)).length;
  const marked = lower.filter((word) => MARKED.test(word) && !LOANS.test(word)).length;
  const foreign = Math.max(
    ...Object.values(FOREIGN).map((list) => lower.filter((word) => list.has(word) && !ENGLISH.has(word)).length),
  );
  if (foreign + marked > english) return false;
  if (lower.length >= 5 && (foreign + marked) / lower.length > 0.3) return false;
  return lower.length < 4 ? foreign + marked === 0 || english > 0 : english / lower.length >= 0.2;
}

/** A form of a common word: "rendering", "stopped". */
function isInflected(word: string): boolean {
  const base = /^([a-z]{2,20}?)(?:s|es|ed|d|ing|ly|er|ers)$/.exec(word)?.[1];
  return base !== undefined && (ENGLISH.has(base) || ENGLISH.has(`${base}e`) || ENGLISH.has(base.slice(0, -1)));
}
