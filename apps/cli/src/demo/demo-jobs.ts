/** One message by a person while a job runs, said before the command with that index. */
export interface DemoMessage {
  before: number;
  text: string;
}

/** A small shell job: a task and the commands an agent tried, one after the other. */
export interface DemoJob {
  task: string;
  commands: string[];
  messages?: DemoMessage[];
}

/**
 * What the demo's agent did. The commands really run in a scratch folder whose PATH holds a slim set of programs, like
 * a small container; exit codes and output are whatever the machine answers.
 */
export const DEMO_JOBS: DemoJob[] = [
  // A program that is not there, met in three unrelated tasks; each time `find` got past it.
  { task: 'Show what is in the reports folder', commands: ['tree reports', 'find reports -type f'] },
  { task: 'List every configuration file', commands: ['tree config', 'find config -type f'] },
  { task: 'Draw the layout of the archive', commands: ['tree archive', 'find archive -type f'] },

  // A flag that the installed version does not have.
  { task: 'Order the disk usage figures', commands: ['sort --human-readable sizes.txt', 'sort -h sizes.txt'] },
  {
    task: 'Find the largest log',
    commands: ['sort --human-readable logs/sizes.txt', 'sort -h logs/sizes.txt | tail -1'],
  },

  // A path with blanks that was not quoted.
  { task: 'Read the notes of the meeting', commands: ['cat meeting notes.txt', 'cat "meeting notes.txt"'] },
  { task: 'Read the June draft', commands: ['cat june draft.txt', 'cat "june draft.txt"'] },

  // A folder that may only be read.
  {
    task: 'Keep the summary',
    commands: ['cp summary.txt archive/summary.txt', 'mkdir -p out && cp summary.txt out/summary.txt'],
  },
  {
    task: 'Store the invoice list',
    commands: ['cp invoices.txt archive/invoices.txt', 'mkdir -p out && cp invoices.txt out/invoices.txt'],
  },

  // Questions whose answer is no: nothing failed.
  { task: 'Is there a TODO left in the notes', commands: ['grep -q TODO summary.txt'] },
  { task: 'Does the config mention a proxy', commands: ['grep proxy config/app.conf'] },
  { task: 'Are the two drafts the same', commands: ['diff summary.txt invoices.txt'] },
  { task: 'Is the debug flag set', commands: ['grep -i debug config/app.conf'] },

  // A failure that a pipe hides: exit code 0.
  { task: 'Preview the data as JSON', commands: ['jq . data.json | head -5', 'cat data.json'] },

  // An outage: two tasks, one cause, within minutes.
  { task: 'Ask the local service for its state', commands: ['exec 3<>/dev/tcp/127.0.0.1/9'] },
  { task: 'Send the figures to the local service', commands: ['exec 3<>/dev/tcp/127.0.0.1/9'] },

  // Harmless.
  { task: 'Count the invoices', commands: ['wc -l invoices.txt'] },
  { task: 'Show the first lines of the summary', commands: ['head -2 summary.txt'] },
  { task: 'Join the two lists', commands: ['cat summary.txt invoices.txt'] },
  { task: 'Say where we are', commands: ['pwd'] },
  { task: 'Sort the invoices', commands: ['sort invoices.txt'] },
  { task: 'Name the kernel', commands: ['uname -s'] },

  // A person steps in: once with a way of working that holds for other tasks, once with a word on this task only.
  {
    task: 'Clean the temporary files up',
    commands: ['find . -name "*.tmp" -print', 'find . -name "*.tmp" -delete'],
    messages: [
      {
        before: 1,
        text: 'Before you delete files with find, always run the same command with -print first and read the list.',
      },
    ],
  },
  {
    task: 'Write the June report',
    commands: ['cat summary.txt', 'mkdir -p june && cp summary.txt june/report.txt'],
    messages: [{ before: 1, text: 'put this report in the june folder, please' }],
  },
];

/** Programs on the agent's PATH; `tree` and `jq` are left out on purpose. */
export const DEMO_PROGRAMS = [
  'bash',
  'cat',
  'cp',
  'diff',
  'find',
  'grep',
  'head',
  'ls',
  'mkdir',
  'pwd',
  'sort',
  'tail',
  'uname',
  'wc',
];

/** Files of the scratch folder. */
export const DEMO_FILES: Record<string, string> = {
  'reports/may.txt': 'May\n',
  'reports/june.txt': 'June\n',
  'config/app.conf': 'port = 4100\nretries = 3\n',
  'archive/2025.txt': 'old\n',
  'logs/sizes.txt': '12K\taccess\n3M\terror\n',
  'sizes.txt': '4K\tnotes\n1G\timages\n20M\tlogs\n',
  'meeting notes.txt': 'Agenda\n',
  'june draft.txt': 'Draft\n',
  'summary.txt': 'Summary\nAll well.\n',
  'invoices.txt': '2026-002\n2026-001\n',
  'data.json': '{"a":1}\n',
  'build.tmp': '',
  'cache/page.tmp': '',
};

export const DEMO_AGENT = 'demo';
export const DEMO_SKILL = 'shell';
export const DEMO_SKILL_TEXT = `---
name: shell
description: Small jobs with shell commands.
---

# Shell

Run one command at a time and read what it says before the next.
`;

/** The retired lesson in five other wordings, and its opposite. The condition is the missing program of the first jobs. */
export const DEMO_REWORDINGS = [
  'If `tree` is missing, use `find` instead.',
  'When the shell says that tree is not installed, list the files with find.',
  'If tree cannot be found on the machine, run `find` in its place.',
  'When `tree` is not available, fall back to `find` to show the files.',
  'If the command tree does not exist, replace it by find.',
];
export const DEMO_OPPOSITE = 'When `tree` is not found, do not use `find`; stop and ask which listing is wanted.';
