import type { Gate } from './gate.js';

const UUID = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/i;
/** "job-1042", "run 7", "task_12", "session abc123". A port or exit code is none. */
const JOB_ID =
  /(?<![\w-])(?:job|run|task|session|round|trace|attempt|thread|conversation|execution|ticket|issue|case|request|order|invoice|batch|trial|episode)s?(?:[-_#]| #| id | number | no\. ?)(?=[\w-]{0,40}\d)[\w-]{1,64}/i;
/** "in run 1042", "session abc123": the number stands apart. */
const JOB_NUMBER =
  /\b(?:in|of|from|by|during|as|like|and|see) (?:the )?runs? (?=[\w-]{0,40}\d)[\w-]{2,64}|(?<![\w-])(?:job|session|ticket|round|trace|task|conversation|thread|chat) (?=[\w-]{0,40}\d)[\w-]{3,64}|\bruns? (?=[0-9a-f-]{0,40}\d)(?=[\d-]{0,40}[a-f])[0-9a-f-]{4,40}(?![\w])/i;
/** "commit 3f2a9c1": a state of one repository at one time. */
const COMMIT = /\b(?:commit|revision|changeset|sha)s? (?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}(?!\w)/i;
const TRACKED =
  /(?<![\w-])(?!(?:UTF|ISO|SHA|RFC|CVE|PEP|ES|AES|RSA|HTTP|TLS|ANSI|IEEE|ECMA|JSR|BIP|CP|KOI|ASCII|EC|GPT|MD|TCP|UDP|ARM|X|PDF|EN|DIN|CWE|ERR|E|SIG|RC|LTS|V|PY|WIN|EXIT|CODE|LINE|STEP|PORT|US|EU)-)[A-Z]{2,8}-\d{2,6}(?![\w-])/;
const HERE =
  /\bthis (?:job|run|task|session|conversation|chat|transcript|ticket|assignment|round|attempt|report|invoice|spreadsheet|customer)\b|\b(?:the (?:current|last|previous|latest|earlier|present|first|second|above)|today['’]s|yesterday['’]s|last night['’]s) (?:job|run|task|session|conversation|chat|transcript|ticket|assignment|round|attempt|report|invoice|spreadsheet|customer)\b(?! fails| failed| stops| has | is | was | ended| used| wrote| left| of)/i;
const AS_SEEN =
  /\b(?:as (?:seen|shown|noted|observed|happened|reported|described|mentioned)|seen|observed|like) (?:in|by|during|before|above|earlier|yesterday|today|last (?:time|week|night|run)) ?(?:the |this |that |two |both |these |those |several |our |my )?(?:jobs?|runs?|sessions?|tasks?|transcripts?|evidence|bundle|batch|above)?\b/i;
const TODAY =
  /\b(?:today|yesterday|tonight|this (?:morning|afternoon|evening|week)|last (?:night|week|tuesday|monday|wednesday|thursday|friday)|a moment ago|just now|earlier today|as of (?:today|now))\b/i;

/** Below these folders every run has files of its own. */
const RUN_PATH =
  /(?<![\w.])(?:\/tmp\/(?!\.X11)|\/var\/tmp\/|\/var\/folders\/|\/private\/(?:tmp|var)\/|\/home\/(?!(?:user|USER|you|\$USER)(?![\w/]))|\/Users\/|\/root\/(?!\.)|\/workspaces?\/|\/testbed\/|\/sandbox\/|\/scratch\/|\/mnt\/data\/|\/content\/|\/repo\/|\/builds?\/[\w-]{1,40}\/|~\/(?!\.)|[A-Za-z]:\\(?:Users|Temp|Windows\\Temp)\\|\/proc\/\d|\/run\/user\/\d|\$TMPDIR\/|%TEMP%\\)[\w@%+<>*-]/;
const TEMP_NAME =
  /(?<![\w-])(?:tmp|temp|run|job|build|session|sandbox|work|out|scratch|agent|task)[-_.](?=[0-9a-z]{0,20}\d)[0-9a-f]{4,40}(?![\w])|(?<![\w-])tmp\.?(?=[A-Za-z0-9]{6,12}(?![\w]))(?=[A-Za-z]{0,11}(?:\d|[a-z][A-Z]))[A-Za-z0-9]{6,12}/;

const FILE =
  /(?<![\w/.@-])(?:[\w.-]{1,60}\/){0,6}([\w-]{1,80}(?:\.[\w-]{1,40}){0,3})\.(?:txt|csv|tsv|xlsx?|docx?|pptx?|pdf|json|jsonl|ndjson|log|md|py|js|mjs|ts|sh|rb|html?|xml|ya?ml|sql|png|jpe?g|gif|svg|zip|tar|gz|tgz|ipynb|parquet|db|eml|out|bak|tmp)(?![\w])/gi;
/** A date, quarter, hash, serial or version in its name: the file of one run. */
const ONE_OFF =
  /(?:^|[-_.])(?:20\d\d(?:[-_]?\d\d){0,2}|\d{1,2}[-_]\d{1,2}[-_]\d{2,4}|q[1-4]|[0-9a-f]{7,40}|\d{3,}|v\d{1,3}|final|copy|draft|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|monday|friday)(?=$|[-_.])/i;
const STANDARD =
  /^(?:es20\d\d|i18n|utf8|base64|sha256|sha512|md5|http2|h2|log4j2?|oauth2|s3|k8s|p99|x509|ipv[46]|h264|mp[34])$/i;

/** Gate 11: a note is read in other runs, where jobs, files and "today" of this one mean nothing. */
export const notSelfContained: Gate = ({ folded }, { bundle }) => {
  const text = folded.all;
  const found = (detail: string) => ({ reason: 'not_self_contained' as const, detail });
  const lower = text.toLowerCase();
  const cited = bundle.find(
    ({ jobId }) => jobId.length >= 5 && /[\d_-]/.test(jobId) && lower.includes(jobId.toLowerCase()),
  );
  if (cited || UUID.test(text) || JOB_ID.test(text) || JOB_NUMBER.test(text) || TRACKED.test(text) || COMMIT.test(text))
    return found('an id of one job');
  if (RUN_PATH.test(text) || TEMP_NAME.test(text)) return found('a path of one run');
  if ([...text.matchAll(FILE)].some(([, name]) => isOneOff(name!))) return found('a file of one run');
  if (HERE.test(text) || AS_SEEN.test(text) || TODAY.test(text)) return found('points at one run');
  return undefined;
};

const isOneOff = (name: string): boolean =>
  !STANDARD.test(name) && (ONE_OFF.test(name) || (/[0-9a-f]{8,}/.test(name) && /\d/.test(name) && /[a-f]/.test(name)));
