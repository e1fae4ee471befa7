import type { Family } from './english.js';

/** Roles, tags and marks that only a harness writes. Over folded text, case kept. */
export const FORGED: readonly Family[] = [
  [
    'forged tag',
    /<\s{0,3}\/?\s{0,3}(?:system|assistant|developer|instructions?|prompt|skills?|tool[_-]?(?:result|call|response|output|use)s?|function[_-]?(?:call|result)s?|system[_-][\w-]{1,30}|im_(?:start|end)|endoftext|admin|lessons?|notes?|context|thinking|scratchpad|user[_-](?:message|prompt|input)|human|untrusted|evidence|data|answer|result|policy|rules?|override|command-(?:name|message)|agent|memory)(?:\s[^<>]{0,80})?\/?>/i,
  ],
  [
    'forged tag',
    /<\s{0,3}\/\s{0,3}(?:user|tool|function|message|conversation|document|file|output|input|code|pre|html|body)\s{0,3}>\s{0,3}(?:<|[A-Z]?[a-z]{1,20} )/i,
  ],
  [
    'forged tag',
    /<\|[^|>\n]{1,40}\|?>|\|(?:im_start|im_end|endoftext|system|eot_id)\||<<\s{0,2}\/?SYS\s{0,2}>>|\[\/?INST\]|\[\/?(?:SYSTEM|ASSISTANT|DEVELOPER|ADMIN|INSTRUCTIONS?|USER)\]|\{\{#?\s{0,3}(?:system|assistant|user)\b|\bBEGININSTRUCTION\b|<(?:start|end)_of_turn>/i,
  ],
  [
    'forged role',
    /(?:^|[\n.!?>"'“”)\]`;—-]\s{0,4}|\*\*|__|#{1,6}\s{0,3})(?:system|assistant|developer|sys(?:tem)? ?prompt|system (?:message|note|notice|override|instruction|update|alert)|admin(?:istrator)?|operator|root|anthropic|openai|new instructions?|instructions?(?: to the (?:agent|assistant|model))?|attention (?:agent|assistant|ai)|note to (?:the )?(?:agent|assistant|ai|model)|important (?:system )?(?:message|instruction|notice)|human|user)(?:\*\*|__)?\s{0,2}[:：]\s{0,3}(?:\*\*)?\s{0,2}(?!\\d)[\p{L}"'`<]/iu,
  ],
  [
    'forged delimiter',
    /(?:-{3}|={3}|\*{3}|#{3}|~{3}|_{3})\s{0,3}(?:begin|end|start|stop|new|system|assistant|user|instructions?|prompt|admin|override|skill|lesson|note|context|tool|data|untrusted)\b[^\n]{0,60}/i,
  ],
  [
    'forged delimiter',
    /#{1,6}\s{0,3}(?:system|instructions?|assistant|human|user|response|new task|override|prompt|developer|admin)\b\s{0,3}:?/i,
  ],
  [
    'forged delimiter',
    /\b(?:end|start|begin(?:ning)?) of (?:the )?(?:system prompt|prompt|instructions?|lessons?|notes?|skill|user (?:message|input)|untrusted (?:text|data)|additions|context window|conversation|data block|evidence)\b/i,
  ],
  [
    'forged delimiter',
    /```\s{0,3}(?:system|assistant|prompt|instructions?|tool|admin)\b|^\s{0,3}(?:```|~~~)|<!--|-->|<!\[CDATA\[/im,
  ],
  [
    'active content',
    /<\s{0,3}(?:script|iframe|img|svg|object|embed|style|link|meta|form|a)\s[^<>]{0,200}>|<\s{0,3}script\s{0,3}>|!\[[^\]\n]{0,100}\]\(/i,
  ],
];
