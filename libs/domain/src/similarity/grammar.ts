import type { NoteLanguage } from './language.js';

/** Words that hold a note together: what opens a condition, what negates, what carries no meaning. */
export interface Grammar {
  /** Opens the condition; `before` and `after` also say the order. */
  opens: Record<string, Opening>;
  /** Opens a condition that is one noun long: "vor dem Deploy". */
  opensNoun: Record<string, Opening>;
  /** Closes a condition that no comma closed. */
  closes: Set<string>;
  /** Negates what follows in its clause. */
  negates: Set<string>;
  /** Negates all of its clause, also what stands before. */
  negatesClause: Set<string>;
  /** Ends what a negation reaches. */
  endsNegation: Set<string>;
  stop: Set<string>;
}
export type Opening = 'when' | 'before' | 'after' | 'phrase';

const words = (text: string): Set<string> => new Set(text.split('|').filter(Boolean));
const opens = (lists: Partial<Record<Opening, string>>): Record<string, Opening> =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([opening, list]) => list.split('|').map((word) => [word, opening as Opening])),
  );

export const SPACED: Record<'en' | 'de' | 'vi', Grammar> = {
  en: {
    opens: opens({
      when: 'when|whenever|if|once|while|unless|until|in case|as soon as|as long as|because|since|where|given that|in the event that|provided|should|during|every time|each time|any time',
      before: 'before|prior to|ahead of',
      after: 'after|following',
      phrase: 'on|upon|with|for|in|under|at',
    }),
    opensNoun: {},
    closes: words('then'),
    negates: words(
      'not|never|avoid|without|skip|omit|refrain from|instead of|rather than|no|forbid|nor|neither|stop using|no longer|keep away from|stay away from|do away with|drop|forgo|abstain from|ignore|leave out|leave off|leave alone|steer clear of|cease|quit using|resist|in place of',
    ),
    negatesClause: words(''),
    endsNegation: words('but|instead|by|use|then|should|must'),
    stop: words(
      'a|an|the|is|are|be|been|being|was|were|it|its|to|can|could|will|would|may|might|must|do|does|did|yet|currently|already|just|still|this|that|these|those|and|or|of|on|in|at|by|for|with|from|as|into|onto|so|than|then|too|very|you|your|we|our|i|they|them|their|there|which|who|whose|what|also|please|always|only|any|all|each|every|some|such|both|either|else|how|up|down|out|off|over|under|about|but|because|since|should|shall|need|needs|needed|want|have|if|when|where|whole|own|exactly|rather|even|up|no|not|instead|like|e.g|i.e|etc|via|per|through|between|during|one|simply|simple|anything|something|back|now|itself|right|actually|really|whatever|way',
    ),
  },
  de: {
    opens: opens({
      when: 'wenn|falls|sobald|solange|während|sofern|weil|da',
      before: 'bevor|ehe',
      after: 'nachdem',
      phrase:
        'bei|beim|im|wird|werden|ist|sind|enthält|fehlt|fehlen|schlägt|hat|haben|gibt|kommt|steht|läuft|meldet|zeigt|scheitert|beginnt|endet|passt|bricht|braucht|verlangt|lehnt|kennt|findet|dauert|hängt|liefert|antwortet|reicht',
    }),
    opensNoun: opens({
      before: 'vor dem|vor der|vor jedem|vor jeder|vor einem|vor einer|vor',
      after: 'nach dem|nach der|nach jedem|nach jeder|nach einem|nach einer|nach',
    }),
    closes: words('dann|so'),
    negates: words('ohne|statt|anstatt|anstelle|vermeide|vermeiden|überspringe|überspringen|anstelle von'),
    negatesClause: words(
      'nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keinesfalls|verboten|weg|weglassen|unterlasse',
    ),
    endsNegation: words('sondern|aber'),
    stop: words(
      'der|die|das|den|dem|des|ein|eine|einen|einem|einer|ist|sind|wird|werden|und|oder|zu|zum|zur|mit|von|vom|auf|an|am|in|im|für|es|sie|er|du|dich|sich|man|dass|als|auch|noch|schon|bereits|immer|bitte|nur|hat|haben|wurde|sein|seine|seinen|ihn|ihm|jede|jeden|jedem|jeder|alle|den|dort|hier|dann|so|weil|da|mehr|soll|sollte|muss|kann|darf|nach|vor|über|unter|um|durch|per|bei|beim',
    ),
  },
  vi: {
    opens: opens({
      when: 'khi|nếu|lúc|mỗi khi|một khi|trong khi|vì',
      before: 'trước khi',
      after: 'sau khi',
      phrase: 'với',
    }),
    opensNoun: {},
    closes: words('thì'),
    negates: words(
      'không|đừng|chớ|tránh|không được|không nên|bỏ qua|thay vì|thay cho|mà không|không bao giờ|cấm|chẳng',
    ),
    negatesClause: words(''),
    endsNegation: words('mà|hãy|nhưng'),
    stop: words(
      'là|và|hoặc|của|các|những|cái|một|được|bị|thì|mà|để|cho|trong|trên|với|ở|đó|này|nó|hãy|phải|cần|nên|rồi|đã|đang|sẽ|có|ra|vào|lên|xuống|bằng|từ|theo|cả|cũng|luôn|ngay|bạn|việc',
    ),
  },
};

/** The same for languages without blanks between words; entries are matched as they stand, longest first. */
export interface RunGrammar {
  opens: Record<string, Opening>;
  /** What stands before it in its clause was the condition. */
  closesCondition: Record<string, Opening>;
  negates: string[];
  /** Negates what stands before it in its clause. */
  negatesBefore: string[];
  stop: string[];
}

export const UNSPACED: Record<'zh' | 'ja' | 'ko', RunGrammar> = {
  zh: {
    opens: opens({ when: '如果|若|当|要是|一旦|假如|倘若|只要|遇到|因为|由于' }),
    closesCondition: opens({
      when: '时|的时候|的情况下|的话|则|就',
      before: '之前|以前|前',
      after: '之后|以后|后',
    }),
    negates:
      '不要|请勿|勿|别|不得|禁止|切勿|避免|不必|无需|不可|不能|不准|不许|千万别|跳过|不用|而不是|而非|不应|不该|不宜|不应该|不再|绝不|永不|从不|去掉|去除|不加|不带|省略|不'.split(
        '|',
      ),
    negatesBefore: [],
    stop: '的|了|着|把|将|被|请|在|是|和|与|或|并|且|要|应|应该|必须|务必|需要|需|一下|这|那|该|会|可|可以|能|就|再|都|也|给|对|为|从|向|到|中|里|上|下|用来|个|一个|一律|总是|，|每次|后再|其|它|来|而|以|说|示'.split(
      '|',
    ),
  },
  ja: {
    opens: opens({ when: 'もし' }),
    closesCondition: opens({
      when: '場合には|場合は|場合|ときは|ときには|とき|時は|時には|時|際は|際には|際|たら|だら|ければ|れば|なら|ならば',
      before: '前には|前に|まえに|前',
      after: '後に|後で|あとで|てから|したあと|後は|後',
    }),
    negates: [],
    negatesBefore:
      'しないでください|しないで下さい|ないでください|しないこと|ないこと|しないで|ないで|しては|てはいけない|てはいけません|てはならない|てはなりません|てはだめ|禁止|せずに|ずに|せず|避け|やめ|しないように|ないように|しない|使わない|しません|飛ばし|省略|ではなく|でなく|の代わりに'.split(
        '|',
      ),
    stop: 'の|を|は|が|に|で|と|も|へ|や|から|まで|より|して|した|する|します|ください|下さい|こと|もの|ある|あり|いる|です|ます|この|その|それ|これ|など|ため|よう|必ず|常に|って|て|た|だ|な|い|さ|れ|る|り|し|す|っ|く|、|。|お|ま|せ|ん|か|ら'.split(
      '|',
    ),
  },
  ko: {
    opens: opens({ when: '만약|만일' }),
    closesCondition: opens({
      when: '경우에는|경우에|경우|때는|때에는|때|으면|하면|되면|나면|라면|면',
      before: '하기 전에는|하기 전에|기 전에는|기 전에|전에는|전에',
      after: '한 후에|한 뒤에|후에|뒤에|다음에|후',
    }),
    negates: ['절대'],
    negatesBefore:
      '하지 마세요|하지 마십시오|하지 말고|하지 마라|하지 말|하지 마|지 마세요|지 마십시오|지 말고|지 말|지 마|하지 않고|하지 않는다|하지 않도록|지 않도록|지 않는다|지 않고|금지|피하|말고|없이|말 것|않도록|않는다|않고|생략|건너뛰'.split(
        '|',
      ),
    stop: '을|를|이|가|은|는|에|에서|의|로|으로|와|과|도|만|하|한|할|해|했|합니다|하세요|하십시오|하고|그|저|것|수|있|됩니다|된|되|돼|된다|항상|반드시|꼭|및|또는|에게|부터|까지|고|서|다|라|시|지|세요|십시오|야|여|기|인|어|아'.split(
      '|',
    ),
  },
};
export const isUnspaced = (language: NoteLanguage): language is 'zh' | 'ja' | 'ko' => language in UNSPACED;
