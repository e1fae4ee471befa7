/** What it does, how it reads, and whether no wording around it makes it fine. */
export type UnsafePattern = readonly [string, RegExp, boolean?];

const GUARD =
  '(?:tls|ssl|https|certificates?|certs?|cert checks?|signatures?|gpg|host[ -]?keys?|verification|verifying|verify|validation|checksums?|sandbox(?:ing)?|firewall|selinux|apparmor|antivirus|anti-virus|virus scanner|authentication|authorization|approvals?|approval step|permission (?:checks?|prompts?)|permissions prompt|safety|safeguards?|security|guard ?rails?|guards?|csrf|same-origin policy|pre-commit|pre-push|(?:git |commit |pre-commit )?hooks?|branch protection|two-factor|2fa|mfa|code review|peer review|review step|required review|integrity checks?|audit log(?:ging)?|rate limiter|access controls?|policy checks?|confirmation prompts?|confirmations?)';
const THINGS =
  '(?:(?:the |all |every |any |your |its |old |existing |whole |entire |production |prod |live |remote |user |customer |and |of |in |on |complete ){0,4})(?:repository|repo|database|databases|db|production|prod|disk|disks|volume|volumes|partition|backups?|everything|system files|git history|commit history|history|home directory|home folder|\\.git(?: folder| directory)?|all files|all data|user data|customer data|tables?|bucket|cluster|namespace|root file ?system|audit logs?)';

/** Folders that a build makes again. */
const REBUILT =
  '(?:\\./)?(?:node_modules|dist|build|target|out|coverage|\\.cache|\\.next|\\.venv|venv|__pycache__|\\.pytest_cache|\\.mypy_cache|\\.turbo|\\.parcel-cache)(?:/)?(?=[\\s`\'",;.)]|$)';

const any = (source: string): RegExp => new RegExp(source, 'gi');

export const UNSAFE: readonly UnsafePattern[] = [
  // Verification, TLS, hooks
  [
    'turns off verification',
    any(
      '--(?:no-verify|no-verify-ssl|insecure(?:-[\\w-]{1,40})?|no-check-certificate|no-gpg-checks?|nogpgcheck|allow-unauthenticated|force-yes|skip-verify|skip-verification|skip-tls-verify|ignore-certificate-errors|ignore-ssl-errors|ignore-scripts=false|no-sandbox|disable-(?:sandbox|web-security|setuid-sandbox|gpg|ssl|verification|auth|security)[\\w-]{0,30}|trusted-host|dangerously-[\\w-]{1,60}|allow-untrusted|allow-downgrades|no-signature|tls-verify=false|strict-ssl[ =]false|yolo|disable-host-check)\\b',
    ),
  ],
  ['turns off verification', any('\\bcurl\\b[^\\n]{0,80}?\\s-[a-z]{0,6}k[a-z]{0,6}(?![\\w-])')],
  ['turns off verification', any('\\bgit\\b[^\\n]{0,40}?\\bcommit\\b[^\\n]{0,20}?\\s-n\\b')],
  [
    'turns off verification',
    any(
      '\\b(?:sslVerify|strict-ssl|strictSSL|ssl_verify|verify_ssl|rejectUnauthorized|check_hostname|verify)[\'"]?\\s{0,2}(?:=|:|\\s|to\\s)\\s{0,2}[\'"]?(?:false|0|no|off|none)\\b',
    ),
  ],
  [
    'turns off verification',
    any(
      '\\b(?:GIT_SSL_NO_VERIFY|NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|HUSKY|HUSKY_SKIP_HOOKS|GONOSUMCHECK|GONOSUMDB|GOINSECURE|CURL_INSECURE)\\s{0,2}(?:=|to|set to)\\s{0,2}[\'"]?(?:1|0|true|\\*)',
    ),
  ],
  [
    'turns off verification',
    any(
      '\\bStrictHostKeyChecking\\s{0,2}[= ]\\s{0,2}(?:no|off)\\b|\\bUserKnownHostsFile\\s{0,2}[= ]\\s{0,2}/dev/null|\\bcore\\.hooksPath\\s{0,2}[= ]\\s{0,2}/dev/null|\\bsslmode\\s{0,2}=\\s{0,2}disable|\\bInsecureSkipVerify\\b|\\bCERT_NONE\\b|_create_unverified_context',
    ),
  ],
  [
    'turns off a guard',
    any(
      '\\bsetenforce\\s0|\\bufw\\sdisable|\\biptables\\s-F|\\bsystemctl\\s(?:stop|disable|mask)\\s(?:firewalld|ufw|apparmor|auditd|iptables)|\\bcsrutil\\sdisable|\\bspctl\\s--master-disable|Set-MpPreference|\\bSet-ExecutionPolicy\\s(?:-\\w+\\s)?(?:Bypass|Unrestricted)',
    ),
  ],
  [
    'turns off a guard',
    any(
      `\\b(?:disabl(?:e|es|ing)|turn(?:ing)? off|turn(?:ing)? the|switch(?:ing)? off|switch the|deactivat(?:e|ing)|bypass(?:ing)?|skip(?:ping)?|circumvent(?:ing)?|get(?:ting)? around|work(?:ing)? around|suppress(?:ing)?|ignor(?:e|ing)|overrid(?:e|ing)|comment(?:ing)? out|strip(?:ping)? out|stub(?:bing)? out|rip(?:ping)? out|defeat(?:ing)?|evad(?:e|ing)|dodg(?:e|ing))\\s(?:[\\w'-]{1,20}\\s){0,4}?${GUARD}(?![\\w-])(?!\\s(?:cache|warning in the log|off by))`,
    ),
  ],
  [
    'turns off a guard',
    any(
      `\\b(?:with|run|keep|leave|set|turn|switch)\\s(?:[\\w'-]{1,20}\\s){0,3}?${GUARD}\\s(?:turned |switched )?(?:off|disabled)\\b`,
    ),
  ],
  [
    'turns off a guard',
    any(
      '\\b(?:accept|trust|allow)\\s(?:any|all|every|untrusted|unsigned|self-signed|invalid|expired)\\s(?:[\\w-]{1,20}\\s){0,2}?(?:certificates?|certs?|hosts?|keys?|packages?|signatures?|origins?|connections?)',
    ),
  ],
  [
    'turns off a guard',
    any(
      `\\bwithout\\s(?:any\\s|the\\s|its\\s|first\\s)?(?:checking|verifying|validating|confirming|reviewing)\\s(?:the\\s|its\\s|any\\s)?(?:certificates?|signatures?|host ?keys?|checksums?|identity|integrity)`,
    ),
    true,
  ],
  [
    'turns off a guard',
    any(
      '\\b(?:without|outside|outside of|escape|leave|break out of)\\s(?:of\\s)?(?:the\\s|a\\s|any\\s|its\\s)?(?:sandbox|tls|ssl|authentication|signature check|certificate check|certificate verification|tls verification|ssl verification|verification)\\b',
    ),
    true,
  ],
  [
    'turns off a guard',
    any(
      '\\b(?:auto-?approve|approve (?:everything|all|every|it yourself|your own)|self-approve|grant yourself|approve .{1,20} yourself)',
    ),
  ],

  // Rights
  [
    'widens rights',
    any(
      '\\bchmod\\b[^\\n,;]{0,30}?\\s(?:-R\\s)?(?:0?[0-7]?(?:777|666)|a\\+(?:rwx|w|rw)|o\\+(?:w|rw|rwx)|ugo\\+\\w{1,3}|\\+s|u\\+s|g\\+s|[42]755)\\b',
    ),
  ],
  [
    'widens rights',
    any(
      '\\b(?:world|globally|publicly)[- ]?writ(?:e)?able\\b|\\bwritable (?:by|for|to) (?:everyone|all|anyone|the world)',
    ),
  ],
  [
    'widens rights',
    any(
      '\\bNOPASSWD\\b|\\b(?:edit|append to|add .{1,40} to|write to)\\s(?:the\\s)?`?(?:/etc/)?sudoers|\\busermod\\b[^\\n]{0,30}\\b(?:sudo|wheel|docker|root|admin)\\b|\\bsudo\\s(?:su|-i|-s|bash|sh)\\b|\\bchown\\s(?:-R\\s)?[^\\s]{1,30}\\s/(?=[\\s`.,]|$)',
    ),
  ],
  [
    'widens rights',
    any(
      '--privileged\\b|--cap-add[= ](?:ALL|SYS_ADMIN)|--pid[= ]host|--unsafe-perm\\b|-v\\s/:/|--userns[= ]host|/var/run/docker\\.sock',
    ),
  ],
  [
    'widens rights',
    any(
      "\\bGRANT\\sALL\\b|\\bgrant\\s(?:[\\w'-]{1,20}\\s){0,4}?(?:all|full|admin|administrator|root|owner|superuser|write)\\s(?:[\\w-]{1,12}\\s)?(?:privileges?|rights?|access|permissions?|role)|\\b(?:give|get|gain|obtain|elevate to|escalate to|assign)\\s(?:[\\w'-]{1,20}\\s){0,4}?(?:admin|administrator|root|superuser|owner|full)\\s(?:privileges?|rights?|access|permissions?|role)|\\bAdministratorAccess\\b|\\bcluster-admin\\b|\\b(?:public-read-write|allUsers|everyone:f)\\b",
    ),
  ],
  [
    'widens rights',
    any(
      '\\b(?:log in|login|run (?:it|everything|the \\w{1,20}|all \\w{1,20}))\\sas\\s(?:root|administrator|superuser)\\b',
    ),
  ],

  [
    'widens rights',
    any(
      '\\b(?:give|grant|allow|let)\\s(?:everyone|everybody|anyone|anybody|all users|any user|the world|the public|others|guests?)\\s(?:[\\w-]{1,20}\\s){0,3}?(?:write|full|admin|root|edit|delete|owner|execute|access)',
    ),
  ],

  // Destroys
  [
    'destroys',
    any(
      `\\brm\\s(?:-\\w{1,6}\\s|--\\w[\\w-]{1,30}\\s){0,4}?-(?:\\w{0,4}r\\w{0,4}f|\\w{0,4}f\\w{0,4}r)\\w{0,4}\\s(?!${REBUILT})`,
    ),
  ],
  [
    'destroys',
    any(
      `\\brm\\s(?:-r|-R|--recursive)\\s(?:-f|--force)\\s(?!${REBUILT})|\\brm\\s(?:-f|--force)\\s(?:-r|-R|--recursive)\\s(?!${REBUILT})|\\brm\\s-[rR]\\s(?:/|~|\\*|\\$)|--no-preserve-root`,
    ),
  ],
  [
    'destroys',
    any(
      '\\bmkfs(?:\\.\\w{2,6})?\\b|\\bdd\\s[^\\n]{0,60}?\\bof=/dev/|\\bshred\\s|\\bwipefs\\b|\\bblkdiscard\\b|>\\s{0,2}/dev/(?:sd|nvme|disk|hd)|:\\(\\)\\s?\\{|\\bformat\\s[a-z]:|\\bdiskpart\\b|\\bRemove-Item\\b[^\\n]{0,60}?-Recurse[^\\n]{0,30}?-Force|\\bdel\\s/[sfq]|\\brd\\s/s',
    ),
  ],
  [
    'destroys',
    any(
      '\\bDROP\\s(?:TABLE|DATABASE|SCHEMA)\\b|\\bTRUNCATE\\s(?:TABLE\\s)?\\w|\\bDELETE\\sFROM\\s\\w{1,60}(?!\\s{1,3}where)(?=[\\s;`\'".]|$)|\\bdropdb\\s|\\bFLUSHALL\\b|\\bdropDatabase\\b',
    ),
  ],
  [
    'destroys',
    any(
      '\\bgit\\s(?:[^\\n,;`]{0,40}\\s)?push\\b[^\\n,;]{0,60}?\\s(?:--force(?!-with-lease|-if)|-f|--mirror|--delete)(?![\\w-])|\\bforce[- ]push(?:ing)?\\b',
    ),
  ],
  [
    'destroys',
    any(
      '\\bgit\\sreset\\s(?:--\\w[\\w-]{0,20}\\s){0,2}?--hard\\b|\\bgit\\sclean\\s(?:-\\w{1,6}\\s){0,3}?-\\w{0,4}[fdx]|\\bgit\\s(?:checkout|restore)\\s(?:--\\s)?\\.(?=[\\s`\'",;]|$)|\\bgit\\sbranch\\s-D\\b|\\bgit\\sreflog\\sexpire|\\bgit\\sfilter-branch|\\bgit\\sstash\\s(?:clear|drop)',
    ),
  ],
  [
    'destroys',
    any(
      '\\bdocker\\s(?:system|volume|image|container)\\sprune\\b|\\bdocker(?:-compose|\\scompose)\\sdown\\b[^\\n,;]{0,30}?\\s(?:-v|--volumes)\\b|\\bkubectl\\sdelete\\s(?:(?:ns|namespace|all|pvc|pv|node|crd|deployment)s?\\b|[^\\n,;]{1,60}?\\s--all\\b)|\\bterraform\\sdestroy\\b|\\bhelm\\suninstall\\b|\\baws\\ss3\\s(?:rb|rm)\\b|\\bgsutil\\s(?:-m\\s)?rm\\b|\\bkill\\s-9\\s-1\\b',
    ),
  ],
  [
    'destroys',
    any(
      `\\b(?:delete|deleting|wipe|wiping|erase|erasing|destroy|destroying|drop|dropping|purge|purging|overwrite|nuke|format|remove|trash|rewrite|truncate)\\s(?:[\\w'-]{1,20}\\s){0,2}?${THINGS}(?![\\w-])(?!\\s(?:row|entry|lock|connection|cache|directory entry|parameter|option|flag|setting|client|driver|url|name|column|index))`,
    ),
  ],

  [
    'destroys',
    any('\\bkill(?:ing)?\\s(?:off\\s)?(?:all|every|any)\\s(?:\\w{1,20}\\s){0,2}?process(?:es)?\\b|\\bkillall\\s-9\\b'),
  ],

  // Runs what it downloads
  [
    'pipes a download into a shell',
    any(
      '\\b(?:curl|wget|fetch|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|http|aria2c)\\b[^\\n]{0,160}?\\|\\s{0,3}(?:sudo\\s(?:-\\w{1,4}\\s)?)?(?:env\\s)?(?:/\\w{1,10}/(?:\\w{1,10}/)?)?(?:ba|z|da|k|fi)?sh\\b|\\b(?:curl|wget|fetch)\\b[^\\n]{0,160}?\\|\\s{0,3}(?:sudo\\s)?(?:python\\d?(?:\\.\\d{1,2})?|node|perl|ruby|php)\\b',
    ),
  ],
  [
    'pipes a download into a shell',
    any(
      '\\b(?:ba|z|da)?sh\\s{0,2}<\\(\\s{0,2}(?:curl|wget)|\\b(?:(?:ba|z|da)?sh\\s-c|eval|source|\\.)\\s{0,2}["\'`]{0,2}(?:\\$\\(|`|<\\()\\s{0,2}(?:curl|wget)|\\biex\\s{0,2}\\(|\\|\\s{0,2}iex\\b|DownloadString\\(',
    ),
  ],
  [
    'pipes a download into a shell',
    any(
      "\\bpip(?:e|ing)\\s(?:[\\w'-]{1,20}\\s){0,8}?(?:in)?to\\s(?:[\\w'-]{1,12}\\s){0,2}?`?(?:(?:ba|z)?sh|shell|python|node|interpreter|bash)\\b|\\bdownload(?:ing)?\\s(?:[\\w'-]{1,20}\\s){0,8}?(?:and|then)\\s(?:directly\\s|then\\s|immediately\\s)?(?:run|execute|source|eval)\\s(?:it|them|the (?:script|file|installer|binary))",
    ),
  ],
];
