/** Verbs that name a way of working by themselves. */
const METHOD =
  'run rerun call check test commit push pull merge rebase ask read open inspect install uninstall upgrade build compile format lint verify confirm validate search look grep stage explain tell wait back backup deploy migrate restart fetch download upload query revert reset undo squash branch tag release review propose plan follow pin mock quote escape skip guess assume hardcode ignore disable bypass retry switch work touch force delete drop kill stop avoid amend stash activate clone modify overwrite edit';
/** Verbs that change a result as often as they name a method: they need an object of the trade. */
const EITHER =
  'use prefer update fix write create make add change remove rename move list show set keep leave put try go start print log store save copy send replace let include';
export const METHOD_VERBS = new Set(METHOD.split(' '));
export const EITHER_VERBS = new Set(EITHER.split(' '));

/** Objects of the trade: what a way of working is about. */
export const TRADE =
  /\b(?:(?<!the )files|folders|directories|generated|vendor|globally|tests?|test suite|linter|lint|formatter|type ?check(?:er|s)?|builds?|commits?|branch(?:es)?|main|master|trunk|hooks?|migrations?|dependenc(?:y|ies)|lock ?files?|changelog|secrets?|credentials|passwords?|tokens?|logs?|database|schema|production|prod|staging|caches?|backups?|venv|virtualenv|virtual environment|containers?|docker|scripts?|packages?|config(?:uration)?|plan|PRs?|pull requests?|approval|permission|shell|terminal|sandbox|dry run|api|endpoint|server|git|history|rebase|options?|docs|documentation|help text|env(?:ironment)? variables?|root|sudo)\b/i;

/** Something that is typed or called: a code span, a flag, a known program. */
const PROGRAMS =
  'git npm pnpm yarn npx pip pip3 pipx uv poetry conda python python3 deno bun cargo cmake docker podman kubectl helm terraform ansible sed awk grep rg ripgrep jq yq curl wget ssh scp rsync tar apt apt-get dnf yum apk sudo pytest jest vitest mocha ruff black mypy eslint prettier tsc bash zsh sh perl ruby gradle maven mvn psql mysql sqlite sqlite3 redis-cli gh glab aws gcloud az vim nano ffmpeg pandoc latexmk tmux xargs';
const KNOWN = new Set(PROGRAMS.split(' '));
/** Programs whose names are words of the language too: only where they are used or called. */
const NAMED =
  /\b(?:us(?:e|ing)|call(?:ing)?|run(?:ning)?|with|through|of|than) (?:go|make|find|cat|zip|node|rake|bundle|brew)\b/i;
export const toolLike = (text: string): boolean =>
  /`[^`]+`/.test(text) ||
  /(?:^|\s)--?[A-Za-z][\w-]+/.test(text) ||
  NAMED.test(text) ||
  text
    .toLowerCase()
    .split(/[^\w-]+/)
    .some((word) => KNOWN.has(word));

/** Whether an order is about a way of working: by its verb, or by what it is about. */
export const isMethod = (order: { verb: string; text: string }, side = ''): boolean => {
  const about = `${order.text} ${side}`;
  return METHOD_VERBS.has(order.verb) || (EITHER_VERBS.has(order.verb) && (TRADE.test(about) || toolLike(about)));
};

const IRREGULAR: Record<string, string> = {
  running: 'run',
  committing: 'commit',
  getting: 'get',
  putting: 'put',
  setting: 'set',
  stopping: 'stop',
  skipping: 'skip',
  dropping: 'drop',
  planning: 'plan',
  pinning: 'pin',
  tagging: 'tag',
  debugging: 'debug',
  logging: 'log',
  letting: 'let',
  rerunning: 'rerun',
  resetting: 'reset',
  submitting: 'submit',
  editing: 'edit',
  reading: 'read',
  asking: 'ask',
  telling: 'tell',
  calling: 'call',
  pulling: 'pull',
  installing: 'install',
  uninstalling: 'uninstall',
  testing: 'test',
  pushing: 'push',
  checking: 'check',
  opening: 'open',
  building: 'build',
  formatting: 'format',
  linting: 'lint',
  explaining: 'explain',
  showing: 'show',
  reviewing: 'review',
  fetching: 'fetch',
  downloading: 'download',
  uploading: 'upload',
  adding: 'add',
  touching: 'touch',
  looking: 'look',
  searching: 'search',
  waiting: 'wait',
  backing: 'back',
  deploying: 'deploy',
  restarting: 'restart',
  starting: 'start',
  listing: 'list',
  working: 'work',
  following: 'follow',
  mocking: 'mock',
  squashing: 'squash',
  reverting: 'revert',
  inspecting: 'inspect',
  confirming: 'confirm',
  guessing: 'guess',
  overwriting: 'overwrite',
  trying: 'try',
  amending: 'amend',
  sending: 'send',
  killing: 'kill',
  printing: 'print',
  switching: 'switch',
  stashing: 'stash',
  branching: 'branch',
  relying: 'rely',
  doing: 'do',
  going: 'go',
  keeping: 'keep',
  leaving: 'leave',
  grepping: 'grep',
  staging: 'stage',
  modifying: 'modify',
  verifying: 'verify',
  copying: 'copy',
  querying: 'query',
  applying: 'apply',
  forcing: 'force',
};

/** `committing` → `commit`. Verbs in -e are the rule left over: `using` → `use`. */
export const baseVerb = (gerund: string): string | undefined => {
  const word = gerund.toLowerCase();
  if (IRREGULAR[word]) return IRREGULAR[word];
  return /^[a-z]{2,20}ing$/.test(word) &&
    (METHOD_VERBS.has(`${word.slice(0, -3)}e`) || EITHER_VERBS.has(`${word.slice(0, -3)}e`))
    ? `${word.slice(0, -3)}e`
    : undefined;
};

const THIRD: Record<string, string> = {
  have: 'has',
  am: 'is',
  do: 'does',
  was: 'was',
  were: 'was',
  "haven't": "hasn't",
  "don't": "doesn't",
};

/** A person's words told to someone else: `ask me` → `ask the user`. */
export function told(text: string): string {
  return text
    .replace(/\bI'm\b/g, 'the user is')
    .replace(/\bI've\b/g, 'the user has')
    .replace(
      /\bI (\w+(?:'t)?)\b/g,
      (_, verb: string) =>
        `the user ${THIRD[verb] ?? (/(?:s|ed|d|ll|n|w|ould|an|ay|ust)$/.test(verb) ? verb : `${verb}s`)}`,
    )
    .replace(/\bmy\b/gi, "the user's")
    .replace(/\bme\b/g, 'the user')
    .replace(/\s+/g, ' ')
    .trim();
}
