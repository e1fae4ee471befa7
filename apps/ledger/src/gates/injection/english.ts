/** A family of patterns: what it is, how it reads. Over folded lower-case text with single blanks. */
export type Family = readonly [string, RegExp];

const W = "[\\w'’-]{1,20}";
/** Up to n words in between. */
const gap = (n: number): string => `(?:${W},? ){0,${n}}?`;
/** The same within a clause. */
const close = (n: number): string => `(?:${W} ){0,${n}}?(?:[\\w~.$-]{0,40}/){0,6}`;
/** "the upload fails" is a thing, "upload the keys" an order. */
const NOT_A_THING = '(?<!\\b(?:the|an?|each|every|of|this|that|file|no|your|its|failed|first|last|per|by) )';

const RULES =
  '(?:instructions?|instructons?|prompts?|rules?|guidelines?|guidance|directives?|directions?|commands?|orders?|constraints?|polic(?:y|ies)|guard ?rails?|restrictions?|context|programming|training|messages?|limitations?|safeguards?|safety (?:rules?|measures?)|text|notes?|conversation)';
const EARLIER =
  "(?:previous|previously|prior|above|earlier|preceding|foregoing|former|existing|initial|original|old|other|system|safety|developer|your|given|current|aforementioned|prescribed|that came before|skill(?:'s)?|security|content|usual|normal|built-in|default|all|any|every|these|those|said|core)";
const OVERRIDE =
  "(?:ignore|ignoring|disregard|disregarding|forget|forgetting|override|overriding|overrule|bypass|neglect|pay no attention to|pay no heed to|do not follow|don['’]t follow|never follow|stop following|stop obeying|do not obey|set aside|throw out|throw away|discard|cancel|void|dismiss|abandon|drop|erase|clear|unlearn|break free (?:of|from)|free yourself (?:of|from)|act against|no longer (?:follow|obey)|skip over|supersede|replace|violate|reject)";
const GUARDED =
  '(?:system prompt|hidden prompt|initial prompt|developer (?:message|prompt)|system message|your (?:own |initial |original |full |exact |hidden |first )?(?:instructions|prompt|rules|guidelines|configuration|system prompt)|secret (?:key|prompt|instructions?)s?|api[ -]?keys?|access keys?|private keys?|ssh keys?|credentials?|passwords?(?! prompt)|(?:access|auth|api|session|secret|bearer) tokens?|chain of thought|hidden (?:instructions?|rules))';
const LOOT =
  '(?:\\.env|env file|environment file|environment variables|keys?|secrets?|credentials?|passwords?|(?:access |auth |api |session )?tokens?|id_rsa|id_ed25519|ssh folder|\\.ssh|cookies?|shell history|bash history|(?:database|db) dump|database|customer (?:data|list|records)|user data|personal data|source code|repository|repo|conversation|transcript|chat history|logs?|log files?|config(?:uration)? files?|files?|system prompt|notes|invoices?|results?|/etc/passwd|/etc/shadow|home (?:folder|directory))';
const AWAY =
  '(?:help ?desk|helpdesk|attacker|outside|external|remote (?:server|host|site)|third[ -]party|paste ?bin|paste site|public (?:gist|bucket|channel|repo(?:sitory)?)|gist|my (?:server|address|inbox|account|email|mailbox)|this (?:address|server|number|account)|the (?:address|server|number|account) (?:below|above|given)|us\\b|me\\b|webhook|telegram|discord|dropbox|file ?share|(?:unknown|foreign|another|other) (?:host|server|address|account)|support (?:team|desk|address|mailbox)|e-?mail|mail|upload site|drop (?:site|box|server|host)|internet|cloud drive|collector|personal (?:account|drive|address))';
const PEOPLE =
  '(?:user|users|human|humans|operator|operators|person|people|anyone|anybody|owner|owners|reviewer|reviewers|maintainer|maintainers|admin|admins|administrator|team|customer|supervisor|auditor|auditors|security team|boss|manager|developer|developers|them|him|her|someone|nobody|anyone else)';

export const ENGLISH: readonly Family[] = [
  // Override
  [
    'override',
    new RegExp(
      `\\b${OVERRIDE} (?:of )?${gap(2)}(?:all |any |every |the |of |my ){0,6}${EARLIER} (?:and ${W} )?${gap(2)}${RULES}\\b`,
    ),
  ],
  [
    'override',
    new RegExp(
      `\\b(?:ignore|ignoring|disregard|disregarding|forget|override|do not follow|don['’]t follow|stop following|pay no attention to|dismiss|discard|abandon) ${gap(3)}(?:instructions|directives|guidelines|guard ?rails|programming|safeguards)\\b`,
    ),
  ],
  [
    'override',
    /\b(?:ignore|disregard|forget|discard|dismiss) (?:everything|anything|all|whatever|what) (?:that |which )?(?:you |was |were |has |have |we |i |they |had |is |the ){0,6}(?:been )?(?:told|said|written|above|before|learned|learnt|given|taught|stated|instructed|skill says|system says|user says|came before|read)\b/,
  ],
  [
    'override',
    new RegExp(
      `\\b${EARLIER} ${gap(2)}${RULES} (?:above )?(?:are|is|were|must be|should be|shall be|have been|has been|can be|may be|no longer|do not|don['’]t|does not|will be) ${gap(2)}(?:ignored|void|cancelled|canceled|obsolete|revoked|superseded|overridden|disregarded|forgotten|apply|applies|valid|null|lifted|replaced|suspended|binding|invalid)\\b`,
    ),
  ],
  [
    'override',
    /\b(?:new|updated|real|actual|true|secret|revised|additional|following) (?:system )?(?:instructions?|prompt|persona|orders|directives?) ?(?:are|is|follow|:|-|below|override)|\b(?:new|real|actual|true|secret) rules ?(?::|apply|follow|hold|below|override)/,
  ],
  [
    'override',
    /\b(?:this|the following|these) (?:note|lesson|rule|message|text|instruction|entry|line)s? (?:now )?(?:overrides?|supersedes?|replaces?|outranks?|takes? (?:precedence|priority) over|ha(?:s|ve) (?:precedence|priority) over|cancels?)\b/,
  ],
  [
    'override',
    /\b(?:takes?|has|have) (?:precedence|priority) over (?:all|any|the|every|other|your) (?:other |previous |earlier )?(?:skill|rules?|instructions?|notes?|lessons?|system|prompts?|policy|policies|user)/,
  ],
  [
    'override',
    /\b(?:start|begin) (?:over|afresh|again|anew) (?:with|from) (?:a )?(?:no|new|blank|clean) (?:rules|instructions|prompt|slate|context)|\breset (?:your|all) (?:instructions|rules|context|memory|guidelines)/,
  ],

  // Role
  [
    'role',
    /\byou are (?:now|no longer|actually|really|from now on|hereby) (?:an? |the |in |free|not |my |acting |allowed |authori[sz]ed |permitted |bound |running |called |root|dan\b|un)/,
  ],
  [
    'role',
    /\b(?:act|behave|respond|answer|operate|work|think|speak|continue) as (?:if|though) you (?:were|are|had|have|did|could|was)\b/,
  ],
  [
    'role',
    /\b(?:act|behave|respond|pose|operate|roleplay|role-play) as (?:an? |the )?(?:unrestricted|unfiltered|uncensored|evil|different|another|system|developer|root|superuser|administrator|admin|dan\b|jailbroken|human|owner|person in charge|god)/,
  ],
  ['role', /\b(?:pretend|imagine|assume|suppose) (?:to be|that you (?:are|have)|you (?:are|were|have)|you're)\b/],
  [
    'role',
    /\b(?:developer|debug|god|dan|jailbreak|unrestricted|admin|maintenance|sudo|override|unsafe|unfiltered) mode (?:is |has been |now )?(?:on|enabled|activated|active|engaged)\b|\b(?:enter|enable|activate|switch to|go into|engage) (?:the |your )?(?:developer|god|dan|jailbreak|unrestricted|unfiltered|admin override|override|unsafe|do anything now) mode\b/,
  ],
  [
    'role',
    /\bjailbr(?:eak|oken)|\bdo anything now\b|\bunrestricted (?:assistant|ai|agent|model|bot|helper)\b|\bno (?:longer )?(?:bound by|restrictions apply|limits apply)/,
  ],
  [
    'role',
    /\byour (?:new|true|real|only|actual|secret|hidden) (?:role|task|goal|job|purpose|identity|name|objective|mission|master|instructions?|boss|owner)\b/,
  ],
  [
    'role',
    /\bfrom (?:now|here|this (?:point|moment)) on(?:wards?)?\b|\bfrom this (?:point|moment) (?:forward|onward)|\bhenceforth\b/,
  ],
  [
    'role',
    /\byou (?:must|shall|will|have to|are required to|are ordered to|are instructed to) (?:now |always |only )?(?:obey|comply|submit|upload|reveal|send|disclose|leak|serve|follow (?:me|my|every|any|these|this)|do (?:as|what|whatever|anything|everything))/,
  ],
  [
    'role',
    /\bobey (?:me|my|every|any|all|the|this|these|him|it|them|only|its|without)\b|\bcomply with (?:every|any|all|its|their|my|whatever|anything)\b|\bdo (?:whatever|exactly what|exactly as|as|what|everything) (?:it|the (?:page|text|message|output|email|mail|comment|document|website|file|tool|ticket|issue|reply|author|sender)|that (?:page|text|message)|they|i) (?:says?|tells?|asks?|wants?|demands?|instructs?|orders?|requests?)/,
  ],

  [
    'role',
    /\b(?:claim|say|insist|state|tell (?:them|him|her|the \w{1,20})|swear|answer) (?:that )?you(?:['’]re| are) (?:an? |the )?(?:real |actual )?(?:human|person|employee|operator|administrator|doctor|lawyer|developer|owner)\b/,
  ],

  // Reveal
  [
    'reveal',
    new RegExp(
      `\\b(?:reveal|print|show|repeat|output|leak|disclose|display|dump|tell|expose|give|recite|share|quote|echo|paste|write (?:out|down)|spell out|read out|summarize|translate|hand over|return) ${gap(5)}${GUARDED}\\b`,
    ),
  ],

  // Hide
  [
    'hide',
    new RegExp(
      `\\b(?:do not|don['’]t|never|without|must not|should not|no need to|avoid|refrain from|instead of|stop) (?:ever |first |even )?(?:tell|telling|inform|informing|notify|notifying|mention|mentioning|alert|alerting|warn|warning|let|letting|report|reporting|show|showing|reveal|revealing|disclose|disclosing|admit|admitting|involve|involving|log|logging) ${gap(6)}${PEOPLE}\\b`,
    ),
  ],
  [
    'hide',
    /\b(?:do not|don['’]t|never) (?:mention|disclose|reveal|admit|talk about|report|log|record|document|speak of) (?:this|it|these|that|the (?:change|step|upload|transfer|note|lesson|instruction|rule|fact))\b/,
  ],
  [
    'hide',
    /\bkeep (?:this|it|that|the \w{1,20}|these|all of this) (?:a )?(?:secret|hidden|quiet|between us|confidential from|to yourself|private from|off the record|out of the (?:logs?|report|summary))/,
  ],
  [
    'hide',
    new RegExp(`\\b(?:hide|conceal|cover up|withhold|mask|keep) ${gap(5)}from (?:the |any |all |your )?${PEOPLE}\\b`),
  ],
  [
    'hide',
    /\b(?:secretly|covertly|stealthily|surreptitiously|discreetly|behind (?:the|their) (?:user|operator|back)|on the sly)\b|\bsilently (?:upload|send|delete|push|run|copy|install|change|forward|mail|execute|post)|\bhidden (?:step|command|task|action|instruction|order|channel|file upload)|\b(?:so that|such that|before|lest) (?:no ?one|nobody|no (?:human|person|user|operator)) (?:notices?|sees?|knows?|finds? out|can see|will notice)/,
  ],
  [
    'hide',
    /\b(?:delete|erase|remove|clear|wipe|scrub|clean) (?:all |any |the |your |every ){0,6}(?:traces?|tracks|evidence|audit (?:trail|log)s?|shell history|bash history|command history|logs? (?:of|afterwards|so))\b|\bcover your tracks\b/,
  ],
  [
    'hide',
    /\b(?:say|claim|pretend|report|answer|state|lie|insist) (?:to (?:the |any )?(?:user|operator|reviewer|human) )?that (?:everything|nothing|all|it|the \w{1,20}) (?:is|was|went|has|have|had|were|passed|happened|succeeded) ?(?:fine|ok|okay|well|passed|succeeded|been approved|approved|changed|wrong|done|successful|clean)?(?: anyway| even| regardless| whatever| no matter| instead)/,
  ],

  // Approval
  [
    'approval',
    /\b(?:never|do not|don['’]t|no need to|without|stop|skip|avoid) (?:ever )?(?:asking|ask|request|requesting|seek|seeking|wait|waiting|wait(?:ing)? for|require|requiring|needing|need|get|getting|obtaining) (?:for |on )?(?:any |the |a |an |their |his |human |user |further |explicit |prior ){0,6}(?:approval|permission|confirmation|consent|authori[sz]ation|sign-?off|user|human|operator|person|anyone|review|go-ahead)\b/,
  ],
  [
    'approval',
    /\b(?<!\b(?:never|not|don['’]t|cannot|without ever) )(?:skip|bypass|circumvent|ignore|disable|turn off|avoid|evade|get around|suppress|omit) (?:all |any |the |every |its |human |user |this |required |manual |of ){0,6}(?:approvals?|approval (?:step|gate|prompt|check|flow)s?|confirmations?|confirmation (?:step|prompt)s?|permission (?:prompt|check|step|gate|request)s?|consent|human review|code review|review step|sign-?offs?|authori[sz]ation|oversight|monitoring|safety (?:check|filter|rule|guard)s?|content filters?|moderation)\b/,
  ],
  [
    'approval',
    /\b(?:approve|confirm|accept|authori[sz]e|grant) (?:it |this |everything |all |every |any |the \w{1,20} |your own |requests? |changes? ){0,6}(?:yourself|on your own|by yourself|automatically without|blindly|without (?:asking|looking|reading|review))/,
  ],
  [
    'approval',
    /\b(?:the )?(?:user|operator|admin|administrator|owner|human|security team|management) (?:has|have|had|already|hereby) (?:already |now |hereby |explicitly |fully ){0,6}(?:approved|consented|authori[sz]ed|agreed|permitted|allowed|granted|confirmed|waived|pre-?approved) (?:to |that |you|this|it|all|every|any|everything|these)/,
  ],
  [
    'approval',
    /\bwithout (?:the )?(?:user|human|operator|person)(?:['’]s)? (?:knowledge|consent|approval|permission|review|noticing|knowing|seeing|being)/,
  ],

  [
    'approval',
    /\b(?:answer|approve|confirm|agree|accept|sign|consent|click|say|reply) (?:\w{1,20} ){0,4}?(?:on (?:the )?behalf of|in the name of|in place of|for) (?:the |any |your )?(?:user|operator|human|owner|customer|reviewer|admin|person)\b/,
  ],

  [
    'approval',
    /\b(?:simulate|assume|pretend|imagine|act as (?:if|though)|claim|report|note|record|write|log|take it) (?:that )?(?:the |an? |any )?(?:user|operator|person|human|owner|admin|reviewer|it|this) (?:has |have |had |is |was |were )?(?:already )?(?:approved|consented|agreed|confirmed|authori[sz]ed|signed off|allowed)/,
  ],

  // Exfiltrate
  [
    'exfiltration',
    new RegExp(
      `${NOT_A_THING}\\b(?:upload|exfiltrate|leak|e-?mail|mail|smuggle|beam|siphon|paste|publish|post|dm) ${close(4)}${LOOT}(?: ${close(6)}(?:to|on|at|into|in|via|by) |$|[,.;])`,
    ),
  ],
  [
    'exfiltration',
    new RegExp(
      `${NOT_A_THING}\\b(?:upload|exfiltrate|leak|e-?mail|mail|smuggle|siphon) ${close(5)}(?:\\.env|keys?|secrets?|credentials?|passwords?|tokens?|private key|id_rsa|cookies?)(?![\\w-])`,
    ),
  ],
  [
    'exfiltration',
    new RegExp(
      `${NOT_A_THING}\\b(?:send|upload|forward|transmit|copy|share|submit|push|ship|transfer|report|move|deliver|post|e-?mail|mail|stream|sync|publish|paste|attach|encode|curl) ${close(7)}(?:to|with|on|at|via|into|by) (?:the |an? |our |some |any |their |your ){0,6}${AWAY}`,
    ),
  ],
  [
    'exfiltration',
    /\b(?:append|pass|add|put|embed|encode|include|hide|insert) (?:the |your |any |all ){0,6}(?:api |access |secret |private |session |auth ){0,6}(?:keys?|tokens?|secrets?|credentials?|passwords?|env(?:ironment)?(?: variables)?) (?:\w{1,20} ){0,4}?(?:to|in|into|as|inside) (?:the |an? |every |each |any ){0,6}(?:url|query|image|link|commit message|reply|answer|branch name|dns|request|header of every|comment|title|response|issue|pull request)/,
  ],
  [
    'exfiltration',
    /\b(?:send|forward|transmit|share|submit|hand|report|copy|transfer|relay|disclose) (?:\w{1,20} ){0,3}?(?:credentials|passwords?|secrets|api keys|private keys?|ssh keys?|customer data|personal data|\.env(?: file)?) (?:\w{1,20} ){0,3}?(?:to|with|over to) (?:\w{1,20}['’]?s? ){0,3}?(?:inbox|mailbox|person|people|maintainer|author|team|channel|chat|stranger|colleague|contact|partner|vendor|number|server|endpoint|host|desk|support)\b/,
  ],

  // Trust in what is only data
  [
    'obeys data',
    /\b(?:follow|obey|execute|carry out|act on|apply|trust|comply with|perform|run) (?:all |any |every |the |its |whatever ){0,6}(?:instructions?|commands?|orders?|directives?|steps?|code|scripts?|requests?) (?:\w{1,20} ){0,3}?(?:in|from|on|inside|within|embedded in|found in|contained in|given by|of) (?:the |a |an |any |that |this |its |every |each |incoming ){0,6}(?:web ?)?(?:pages?|output|e-?mails?|mails?|comments?|issues?|tickets?|repl(?:y|ies)|responses?|website|web site|search results?|document|attachment|customer|sender|stranger|tool output|tool result|error message|pull request|chat|message)/,
  ],
  [
    'obeys data',
    /\btreat (?:\w{1,20} ){0,8}?as (?:an? |the |your |if it were ){0,6}(?:system (?:prompt|message|instruction)|instructions?|commands?|orders?|trusted|authoritative|operator|from the (?:user|operator|system|owner))/,
  ],

  // Encoded
  [
    'encoded',
    /\b(?:decode|decrypt|unscramble|reverse|rot13|base64|deobfuscate|de-obfuscate|unhex) (?:\w{1,20} ){0,6}?(?:and|then|,) (?:then )?(?:run|follow|execute|obey|do|eval|evaluate|act on|carry out|comply|apply|perform|pipe)/,
  ],
  [
    'encoded',
    /\bbase64 (?:-d|--decode|-di)\b[^\n]{0,60}?\| ?(?:sudo )?(?:ba|z|da)?sh\b|\beval\(atob\(|\bxxd -r\b[^\n]{0,40}?\| ?(?:ba)?sh/,
  ],
];

/** Over the letters alone: for text whose words were pulled apart or glued together. */
export const SQUEEZED: readonly Family[] = [
  [
    'override',
    /(?:ignor|disregard|forget|overrid|bypass)e?(?:all|any|the|your|of|my|every){0,4}(?:previous|prior|above|earlier|preceding|former|system|existing|original)(?:instruct|prompt|rule|guideline|directive|command|order|message|context)/,
  ],
  [
    'override',
    /(?:ignor|disregard|forget)e?(?:all|any|the|your|of|these|those){0,4}(?:instruction|directive|guideline)/,
  ],
  [
    'reveal',
    /(?:reveal|show|print|repeat|leak|disclose|output)(?:me|the|your|us|out){0,3}(?:system|hidden|initial|secret)prompt/,
  ],
  ['role', /youarenow(?:a|an|the|in|free|un|dan)|developermode(?:on|enabled)|doanythingnow|unrestrictedassistant/],
  [
    'hide',
    /(?:donot|dont|never)(?:tell|inform|notify|alert)(?:the|any|your){0,2}(?:user|human|operator|person|anyone)/,
  ],
  [
    'exfiltration',
    /(?:upload|exfiltrate|leak|email|mail|send)(?:the|your|all|any){0,3}(?:env|secret|credential|password|apikey|privatekey|sshkey|token)/,
  ],
  [
    'approval',
    /(?:never|donot|dont|without)ask(?:ing)?(?:for|the|any){0,3}(?:approval|permission|confirmation|user|human)/,
  ],
];
