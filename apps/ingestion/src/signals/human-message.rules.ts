import { type HumanMessage, type JobReport, type MessageItem } from '#contracts';

export interface HumanFindings {
  humanMessages: HumanMessage[];
  notHuman: { item: number; rule: string }[];
}

interface HarnessRule {
  rule: string;
  /** Tried at the start of the trimmed text. */
  pattern: RegExp;
}

/** Only the head of a text is tried: harness text announces itself. */
const HEAD = 600;

/** Elements that a harness writes; what is in them is never a person's. */
const ELEMENTS: [rule: string, names: RegExp][] = [
  ['system_reminder', /^(?:system[-_]?reminder|system|reminder|important_instructions?)$/],
  ['task_notification', /^(?:task|agent|subagent|background|job)[-_](?:notification|result|status|output|complete[d]?)$/],
  ['tool_result', /^(?:(?:function|tool|command|execution)[-_](?:results?|output|response|use[-_]error|call)|function_results|returncode|observation|output|stdout|stderr|persisted-output|new-diagnostics|diagnostics)$/],
  ['hook_output', /^(?:[a-z]+[-_])*hook(?:[-_][a-z]+)*$/],
  ['skill_body', /^(?:skills?|available[-_]skills|skill[-_](?:content|body|instructions))$/],
  ['compaction_summary', /^(?:summary|(?:conversation|context|state|session)[-_](?:summary|snapshot|history)|compact(?:ion|ed)?[-_]?(?:summary)?)$/],
  ['interrupt_mark', /^(?:turn[-_]aborted|interrupt(?:ed|ion)?|user[-_]interrupt)$/],
  ['slash_command', /^(?:command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr))$/],
  ['scheduler_prompt', /^(?:scheduled?[-_](?:task|job|prompt|run)|cron(?:[-_][a-z]+)?|heartbeat|timer|wake-?up|automation)$/],
  ['parent_prompt', /^(?:teammate[-_]message|(?:parent|sub|delegat\w{0,6})[-_]?(?:agent|task|message|prompt)|agent[-_]message|delegation|handoff)$/],
  ['harness_context', /^(?:environment_context|user_instructions|instructions|permissions|collaboration_mode|extra_info|runtime_information|repository_info|repository_instructions|uploaded_files|ide_(?:opened_file|selection|diagnostics)|plugins?|model_switch|user_action)$/],
]; // prettier-ignore
/** Elements around a person's own words. */
const PERSONS_ELEMENTS = /^(?:user|human)[-_](?:query|message|request|input|prompt|feedback|text)$/;

const RULES: HarnessRule[] = [
  {
    rule: 'compaction_summary',
    pattern:
      /^(?:this (?:session|conversation|chat) is (?:being )?continu(?:ed|ing|ation) (?:from|of) a previous|the (?:conversation|session|chat)(?: history)?(?: so far)?(?: before this point)? (?:is|was|has been) (?:summari[sz]ed|compacted)|(?:here is|below is|the following is) (?:a|the) summary of (?:the|our) (?:conversation|session|chat|work)|another (?:language )?model (?:started|began)|\W{0,4}(?:conversation|context|session|compaction|compacted)[ -](?:summary|history|compact(?:ed|ion))\W{0,4}(?:[:\]\n]|$)|\W{0,4}summary of (?:the |our )?(?:conversation|session|previous|prior|earlier)[^\n]{0,60}(?:[:\]\n]|$)|(?:the )?previous (?:conversation|context) (?:was|has been) (?:summari[sz]ed|compacted|truncated)|continue from where (?:you|we) left off\.?$|please continue the conversation from where)/i,
  },
  {
    rule: 'interrupt_mark',
    pattern:
      /^(?:\W?(?:request )?interrupted(?: by (?:the )?user)?\b.{0,60}$|\[(?:request )?(?:interrupted|aborted|cancell?ed)|\[?(?:the )?user (?:interrupted|aborted|cancell?ed|rejected|paused)\b.{0,80}$)/i,
  },
  {
    rule: 'hook_output',
    pattern:
      /^\[?(?:(?:pre|post)-?tool-?use|stop|subagent-?stop|session-?(?:start|end)|user-?prompt-?submit|pre-?compact|notification|hook)(?::[\w.*|-]{1,64} hook\b|(?: hook)?\]?:? ?(?:hook )?(?:feedback|output|error|blocked|context|success|additional|result|message)\b)|^\[hook\b/i,
  },
  {
    rule: 'skill_body',
    pattern:
      /^(?:base directory for this skill:|---\n(?:[^\n]{0,200}\n){0,4}name: [a-z0-9-]{1,64}\n|\[skill(?: loaded| body)?: ?[a-z0-9-]{1,64}\]|skill (?:loaded|body): |launching skill|the (?:user|assistant) (?:has )?(?:invoked|loaded|selected) the [\w"'`:-]{1,80} skill|# skill: )/i,
  },
  {
    rule: 'slash_command',
    pattern:
      /^(?:\/(?!(?:tmp|etc|usr|var|home|opt|bin|sbin|dev|proc|root|mnt|srv|run|lib|sys|boot|data|app|src|workspace|users)\b)[a-z][a-z0-9:_-]{0,40}(?=\s|$)|caveat: the messages below were generated)/i,
  },
  {
    rule: 'tool_result',
    pattern:
      /^(?:\[?(?:tool|function|command|execution|bash|shell)[_ -](?:result|output|response|call result|use result)s?\]?\s{0,2}(?:[:(#\n]|of\b|for\b|$)|observation:|execution result of|tool (?:ran without|execution (?:failed|error|timed))|\[?\{\s{0,8}"(?:type"\s{0,4}:\s{0,4}"tool_result|tool_use_id|tool_call_id)|your command (?:ran successfully|timed out)|the last command\b[^\n]{0,200}\b(?:timed out|been killed)|todos have been modified|your proposed edit has|the file \S{1,200} (?:has been|was) (?:updated|created|edited)|exit code:? -?\d|\(open file: )/i,
  },
  {
    rule: 'task_notification',
    pattern:
      /^(?:\[?(?:background|async)[ -](?:task|command|shell|job|process)\b[^\n]{0,120}\b(?:completed|finished|failed|exited|running|done|killed)|\[?(?:task|agent|subagent) (?:notification|update|status|result)\b|\[?task [\w-]{1,64} (?:completed|finished|failed)\b)/i,
  },
  {
    rule: 'system_reminder',
    pattern:
      /^(?:\[?system(?: (?:message|notice|reminder|note|notification|warning))?\]?: ?|\[(?:system|harness|environment|runtime)\b|# agents\.md instructions|# (?:claude|gemini)\.md\b|\[?automated (?:message|reminder|notice)\b|this is an automat(?:ed|ic) (?:message|reminder|notice)|api error:|\[error\])/i,
  },
  {
    rule: 'format_reminder',
    pattern:
      /^(?:your (?:last |previous )?(?:output|response|message|reply) (?:(?:was|is) not (?:formatted|valid|in the (?:correct|expected|required) format|parse)|could not be parsed|(?:did not|didn't) (?:include|contain|use|call) (?:any |an? |exactly )?(?:one |single |valid )?(?:tool|action|command|function|code block)|had no|contained no|must (?:include|contain) (?:exactly|one|a single))|please (?:always )?provide exactly one|please format your (?:response|output) (?:correctly|properly|as requested)|\[?(?:error\]? )?you did not use a tool|please continue working on the task on whatever approach|no (?:tool call|action|function call) (?:was )?found|format error|exit due to|important: you should never ask for human)/i,
  },
  {
    rule: 'scheduler_prompt',
    pattern:
      /^(?:\[(?:cron|scheduled?|heartbeat|timer|wake-?up|automation|autopilot)\b[^\]\n]{0,80}\]|(?:cron|heartbeat|scheduler|timer) (?:job|task|run|event|trigger|prompt|check)\b[^\n]{0,60}:|heartbeat\s{0,4}$|read heartbeat\.md|this is (?:a|your) (?:scheduled|recurring|periodic|automated|hourly|daily|nightly|weekly) (?:run|task|job|check|prompt|reminder|message|execution|trigger|wake-?up|heartbeat)\b|scheduled (?:task|run|job|prompt)(?:\s{0,2}[:[("#]| [\w-]{1,40}:| (?:triggered|started|fired)\b)|<<autonomous|(?:your )?scheduled wake-?up)/i,
  },
  {
    rule: 'parent_prompt',
    pattern:
      /^(?:\[?(?:sub-?agent|delegat(?:ed|ion)|parent agent|orchestrator|coordinator|supervisor|main agent|lead agent)(?: (?:task|context|prompt|message|request|instructions?))?\]?:|\[(?:sub-?agent|from:? (?:agent|parent|orchestrator|lead))|you are (?:a |an |the )?(?:[\w-]{1,30} ){0,3}(?:sub-?agent|worker agent|child agent|delegated agent|agent for\b)|(?:a )?message from (?:the )?(?:parent|main|lead|another|orchestrat\w{1,4}|coordinat\w{1,4})[ -]?(?:agent|session)?|another (?:claude|codex|agent) (?:session|instance)|(?:task|instructions?|prompt) from (?:the )?(?:parent|main|lead|orchestrat\w{1,4}|coordinat\w{1,4})\b|you have been (?:delegated|spawned|dispatched|assigned (?:an? |the |this )?(?:sub-?task|task)))/i,
  },
];

/** Codex and IDE plug-ins put a person's request after a block of context. */
const REQUEST_HEADING = /^# context from my ide setup:/i;
const REQUEST_MARK = /\n## my request for [a-z]{1,20}:\s{0,4}\n?/i;

/**
 * The harness rule that a message in the user's slot fits, or undefined where a person's words are left once the elements
 * that a harness adds around them are taken off.
 */
export function harnessRuleOf(text: string): string | undefined {
  const { rest, rule } = withoutElements(text.trim());
  if (rest === '') return rule ?? 'blank';
  const head = rest.slice(0, HEAD);
  const fits = RULES.find(({ pattern }) => pattern.test(head))?.rule;
  if (fits !== undefined) return fits;
  if (REQUEST_HEADING.test(head)) return REQUEST_MARK.test(rest) ? undefined : 'harness_context';
  return undefined;
}

/** Takes harness elements off, wherever they stand; one with a compound name that is not closed reaches to the end. */
function withoutElements(text: string): { rest: string; rule?: string } {
  const kept: string[] = [];
  let rule: string | undefined;
  let at = 0;
  const open = /<([A-Za-z][A-Za-z0-9_-]{1,48})(?:\s[^<>\n]{0,200})?>/g;
  const unclosed = new Set<string>();
  for (let match = open.exec(text); match; match = open.exec(text)) {
    const name = match[1]!;
    const found = elementRule(name.toLowerCase(), match.index === 0 || text.slice(at, match.index).trim() === '');
    if (found === undefined) continue;
    kept.push(text.slice(at, match.index));
    const close = `</${name}>`;
    const end = unclosed.has(name) ? -1 : text.indexOf(close, open.lastIndex);
    if (end < 0) unclosed.add(name);
    // A plain word in angle brackets is a person's placeholder.
    if (end < 0 && (found === 'harness_element' || !/[-_]/.test(name)) && found !== 'person') {
      kept.push(match[0]);
      at = open.lastIndex;
      continue;
    }
    if (found === 'person') {
      at = open.lastIndex;
      continue;
    }
    rule ??= found;
    at = end < 0 ? text.length : end + close.length;
    open.lastIndex = at;
  }
  kept.push(text.slice(at));
  const rest = kept
    .join('')
    .replace(/<\/(?:user|human)[-_][a-z]{1,12}>/gi, '')
    .trim();
  return { rest, ...(rule !== undefined && { rule }) };
}

function elementRule(name: string, leads: boolean): string | undefined {
  if (PERSONS_ELEMENTS.test(name)) return 'person';
  const known = ELEMENTS.find(([, names]) => names.test(name))?.[0];
  if (known !== undefined) return known;
  // Compound names at the head are a harness's; a person who pastes markup says something before it.
  return leads && /[a-z0-9][-_][a-z]/.test(name) ? 'harness_element' : undefined;
}

/** Texts that say the same to a reader: white space and case do not count. */
const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Messages by people after the task. The first user message is the task, and so is any that repeats it. A mark
 * `human: false` is final; text that fits a harness rule is no person's, whatever its mark; other text is presumed to be
 * one's, and proven where the report says so and its credential relays people.
 */
export function findHumanMessages(report: JobReport, relaysPeople: boolean): HumanFindings {
  const humanMessages: HumanMessage[] = [];
  const notHuman: HumanFindings['notHuman'] = [];
  const task = folded(report.task);
  let first = true;
  report.items.forEach((item, index) => {
    if (item.type !== 'message' || item.role !== 'user') return;
    const isTask = first || (item.text.length < 4 * report.task.length + 64 && folded(item.text) === task);
    first = false;
    if (isTask) return;
    const rule = item.human === false ? 'marked_not_human' : harnessRuleOf(item.text);
    if (rule === undefined) humanMessages.push({ item: index, human: proofOf(item, relaysPeople) });
    else notHuman.push({ item: index, rule });
  });
  return { humanMessages, notHuman };
}

const proofOf = (item: MessageItem, relaysPeople: boolean): HumanMessage['human'] =>
  item.human === true && relaysPeople ? 'proven' : 'presumed';
