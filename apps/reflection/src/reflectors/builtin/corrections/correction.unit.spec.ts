import { job, said } from '../evidence.fixture.js';
import { reflect } from '../reflect.js';
import type { Candidate, ReflectionInput } from '../candidate.js';

const hear = (text: string, rest: Partial<ReflectionInput> = {}): Candidate =>
  reflect({
    jobs: [job([said(text)])],
    waiting: [],
    skills: [{ name: 'shell' }],
    trustPresumedPeople: true,
    originsMinGapHours: 0,
    liveLessons: [],
    ...rest,
  })[0]!;

/** Rules in English and the note they become. */
const RULES: [string, string][] = [
  ['Always run the tests before you commit.', 'Before you commit, run the tests.'],
  ['Before you push, please run the linter.', 'Before you push, run the linter.'],
  ['Please always ask me before you delete any files.', 'Before you delete any files, ask the user.'],
  [
    'explain both options to me before you try to implement one of them!',
    'Before you try to implement one of the options, explain both options to the user.',
  ],
  ['Never commit directly to main.', 'When you are about to commit directly to main, do not do it.'],
  ["Don't use sed for JSON, use jq instead.", 'When you would use sed for JSON, use jq instead.'],
  ['Use uv instead of pip.', 'When you would use pip, use uv instead.'],
  ['use `pnpm` rather than `npm`', 'When you would use `npm`, use `pnpm` instead.'],
  ['No, from now on use rg instead of grep!', 'When you would use grep, use rg instead.'],
  ['Stop using sudo.', 'When you are about to use sudo, do not do it.'],
  ['Never push without running the tests.', 'Before you push, run the tests.'],
  ["Don't merge without asking me.", 'Before you merge, ask the user.'],
  ["Don't restart the server until I confirm.", 'Before you restart the server, wait until the user confirms.'],
  [
    "Don't touch the database unless I ask you to.",
    'Before you touch the database, make sure that the user asks you to.',
  ],
  ['When the tests fail, stop and ask me.', 'When the tests fail, stop and ask the user.'],
  ['If the build fails twice, stop and ask.', 'If the build fails twice, stop and ask.'],
  ['Whenever you change a migration, run the schema check.', 'When you change a migration, run the schema check.'],
  ['Every time you edit the config, restart the server.', 'When you edit the config, restart the server.'],
  ['You should never edit the lockfile by hand.', 'When you are about to edit the lockfile by hand, do not do it.'],
  ['Make sure to run `terraform plan` before you apply anything.', 'Before you apply anything, run `terraform plan`.'],
  ["In future, don't install packages globally.", 'When you are about to install packages globally, do not do it.'],
  ['Next time, check the branch before committing.', 'Before committing, check the branch.'],
  [
    'Avoid running the whole test suite when one test file is enough.',
    'When one test file is enough, do not run the whole test suite.',
  ],
  ['Please, never use --force when you push.', 'When you push, do not use --force.'],
  [
    "Well, `git add .` won't work when I have uncommitted changes lying around",
    'When the user has uncommitted changes lying around, do not rely on `git add .`, which does not work then.',
  ],
  [
    '`docker compose` does not work if the daemon is rootless.',
    'When the daemon is rootless, do not rely on `docker compose`, which does not work then.',
  ],
  ['Great. But always use `rg` for searching code.', 'When you work on search code, use `rg`.'],
  ['Prefer `make test` over calling pytest directly.', 'When you would use pytest directly, use `make test` instead.'],
  [
    'Do not install anything globally, use a venv instead.',
    'When you are about to install anything globally, use a venv instead.',
  ],
  ["don't guess the API, look at the docs first", 'When you are about to guess the API, look at the docs first.'],
  [
    'When a command needs root, ask me first instead of trying sudo.',
    'When a command needs root, ask the user first instead of trying sudo.',
  ],
  [
    'Run only the tests that you touched, not the whole suite.',
    'When you would run the whole suite, run only the tests that you touched instead.',
  ],
  [
    'I want you to always run prettier after editing a TypeScript file.',
    'After editing a TypeScript file, run prettier.',
  ],
  ['For JSON, always use jq.', 'When you work on JSON, use jq.'],
  [
    "Use the Makefile targets, don't call docker directly.",
    'When you are about to call docker directly, use the Makefile targets instead.',
  ],
  [
    'If a test is flaky, rerun it once before you report it as failing.',
    'If a test is flaky, rerun it once before you report it as failing.',
  ],
  [
    "`npm test` doesn't work unless the database container is up",
    'Before you use `npm test`, make sure that the database container is up.',
  ],
  ['Always use `git mv` when renaming tracked files.', 'When renaming tracked files, use `git mv`.'],
  ['check that CI is green before merging a PR', 'Before merging a PR, check that CI is green.'],
  ['Before deleting anything, make a backup.', 'Before deleting anything, make a backup.'],
];

/** What is no reusable rule, and why. */
const NOT: [string, string][] = [
  ['Can you check that the actions work?', 'question'],
  ['Why did you use sed?', 'question'],
  ['Should we always run the linter first?', 'question'],
  ["Wouldn't just running `pre-commit install` fix that?", 'question'],
  ['yes', 'not_a_correction'],
  ['Sure, go on', 'not_a_correction'],
  ['LGTM', 'not_a_correction'],
  ['I thought you would do something like:', 'not_a_correction'],
  ['I think the lazy download is the cause.', 'not_a_correction'],
  ["I'm leaning towards removing the hooks.", 'not_a_correction'],
  ['That worked, but check it.', 'not_a_correction'],
  ['The tests fail on my machine.', 'not_a_correction'],
  ['Thanks, great work!', 'not_a_correction'],
  ['just try again, brew is up to date now', 'points_at_task'],
  ["Don't commit this file.", 'points_at_task'],
  ['Use the staging copy here, not prod.', 'points_at_task'],
  ['Run the tests now.', 'points_at_task'],
  ['commit and compact', 'points_at_task'],
  ["Let's always fix the list before we commit.", 'points_at_task'],
  ["Don't use sed on report_q3.csv.", 'points_at_task'],
  ['Delete those logs before you go on.', 'points_at_task'],
  ['Read the config.', 'points_at_task'],
  ['commit it when done', 'points_at_task'],
  ['If so, push the branch.', 'points_at_task'],
  ['Always write shorter summaries.', 'prescribes_outcome'],
  ['Be more concise from now on.', 'prescribes_outcome'],
  ['Never use emojis.', 'prescribes_outcome'],
  ['Always use a friendly tone.', 'prescribes_outcome'],
  ['Make the headings title case in future.', 'prescribes_outcome'],
  ['Use bullet points instead of paragraphs.', 'prescribes_outcome'],
  ['The linter never runs before the commit.', 'not_a_correction'],
  ['You never asked me before deleting the branch.', 'not_a_correction'],
  ['I always run the tests before committing, so I know it worked.', 'not_a_correction'],
  ['it should run the tests before it deploys', 'not_a_correction'],
  ['The app should never call the API twice.', 'not_a_correction'],
  ['if you want you can use sed', 'not_a_correction'],
  ['use blue instead of red', 'not_a_correction'],
  ['In the future we want to support Postgres.', 'not_a_correction'],
  ['never mind', 'not_a_correction'],
  ['Before we start, tell me what you know about the project.', 'points_at_task'],
  ['When you are finished, commit with the message "done".', 'points_at_task'],
  ['write a test for the parser before you change it', 'points_at_task'],
  ['add tests before you commit', 'points_at_task'],
  ['use main instead of develop', 'points_at_task'],
  ["Don't push yet.", 'points_at_task'],
  ['If it is late, use my gift card instead.', 'not_a_correction'],
  ['Keep the commit messages in English.', 'prescribes_outcome'],
];

/** Rules in other languages: recognised, and left to a person. */
const FOREIGN: string[] = [
  '以后提交之前必须先运行测试。',
  '不要直接推送到 main。',
  '每次修改配置前先备份。',
  '永远不要用 sudo 安装。',
  '请用 uv 而不是 pip，以后都要这样用。',
  '今後は必ずテストを実行してからコミットしてください。',
  'main に直接プッシュしないでください。',
  'pip ではなく uv を使ってください。',
  '削除する前に必ず確認してください。',
  '앞으로 커밋하기 전에 항상 테스트를 실행하세요.',
  'main에 직접 푸시하지 마세요.',
  'pip 대신 uv를 사용하세요.',
  '삭제하기 전에 반드시 확인하세요.',
  'Từ nay hãy chạy kiểm thử trước khi commit.',
  'Đừng đẩy thẳng lên main.',
  'Dùng uv thay vì pip.',
  'Luôn hỏi tôi trước khi xóa tệp.',
  'Führe immer die Tests aus, bevor du committest.',
  'Pushe nie direkt auf main.',
  'Benutze uv statt pip.',
  'Frag mich immer, bevor du Dateien löschst.',
  '以后请先问我再删除文件',
  '提交代码前先跑一遍 lint',
  '请用 rg 代替 grep',
  'コミットする前に必ず lint を実行してください',
  '次からは削除する前に私に確認して',
  '앞으로는 배포하기 전에 저한테 물어보세요',
  'sudo는 쓰지 마세요',
  'Đừng cài gói mới khi chưa hỏi tôi',
  'Không được dùng sudo',
  'Nie direkt auf der Produktionsdatenbank arbeiten',
  'Installiere keine Pakete global',
  'Bitte vor jedem Commit die Tests laufen lassen',
];

const FOREIGN_NOT: [string, string][] = [
  ['为什么不先运行测试？', 'question'],
  ['不要修改这个文件。', 'points_at_task'],
  ['以后写得简短一点，用简洁的语气。', 'prescribes_outcome'],
  ['好的，继续', 'not_a_correction'],
  ['なぜテストを実行しないのですか？', 'question'],
  ['このファイルは削除しないで。', 'points_at_task'],
  ['今後はもっと短くして、文体を変えないで。', 'prescribes_outcome'],
  ['ありがとう', 'not_a_correction'],
  ['왜 테스트를 먼저 실행하지 않았나요?', 'question'],
  ['이 파일은 삭제하지 마세요.', 'points_at_task'],
  ['앞으로 더 짧게 쓰고 말투를 바꾸지 마세요.', 'prescribes_outcome'],
  ['네, 계속하세요', 'not_a_correction'],
  ['Tại sao bạn không chạy test trước?', 'question'],
  ['Đừng xóa tệp này.', 'points_at_task'],
  ['Từ nay hãy viết ngắn gọn hơn, đổi văn phong.', 'prescribes_outcome'],
  ['Được, tiếp tục đi', 'not_a_correction'],
  ['Warum hast du die Tests nicht ausgeführt?', 'question'],
  ['Lösche diese Datei nicht.', 'points_at_task'],
  ['Schreib künftig immer kürzer und in einem anderen Stil.', 'prescribes_outcome'],
  ['Danke, das ist gut so, mach bitte weiter.', 'not_a_correction'],
  ['把标题改成红色', 'not_a_correction'],
  ['これは違います', 'not_a_correction'],
  ['제목을 빨간색으로 바꿔 주세요', 'not_a_correction'],
  ['Kết quả này sai rồi', 'not_a_correction'],
  ['Die Tests schlagen fehl', 'not_a_correction'],
];

describe('what a person says', () => {
  it.each(RULES)('%s', (text, content) => {
    expect(hear(text)).toMatchObject({ kind: 'correction', outcome: 'proposed', content, evidence: [{ item: 1 }] });
  });

  it.each([...NOT, ...FOREIGN_NOT])('%s → %s', (text, reason) => {
    expect(hear(text)).toMatchObject({ outcome: 'refused', reason });
  });

  it.each(FOREIGN)('%s', (text) => {
    expect(hear(text)).toMatchObject({ outcome: 'refused', reason: 'needs_person', quote: text });
  });

  it('finds the rule among other sentences and keeps it as the quote', () => {
    expect(hear('Thanks! That looks fine. Always run the tests before you commit. Can you go on?')).toMatchObject({
      content: 'Before you commit, run the tests.',
      quote: 'Always run the tests before you commit.',
    });
  });

  it('reads nothing in code blocks, quoted lines and pasted logs', () => {
    expect(hear('See:\n```\nAlways run the tests before you commit.\n```')).toMatchObject({ outcome: 'refused' });
    expect(hear('> Never commit directly to main.\nok')).toMatchObject({ outcome: 'refused' });
    expect(hear(`Never commit to main because ${'x '.repeat(300)}`)).toMatchObject({ outcome: 'refused' });
  });

  it('takes one presumed message only where presumed people are trusted, two origins anywhere', () => {
    const text = 'Always run the tests before you commit.';
    const untrusted = { trustPresumedPeople: false };
    expect(hear(text, untrusted)).toMatchObject({ outcome: 'waiting', reason: 'unproven_person' });
    expect(hear(text, { ...untrusted, jobs: [job([said(text)]), job([said(text)])] })).toMatchObject({
      outcome: 'proposed',
      support: { origins: 2 },
    });
    const proven = job([said(text)], { humanMessages: [{ item: 1, human: 'proven' }] });
    expect(hear(text, { ...untrusted, jobs: [proven] })).toMatchObject({
      outcome: 'proposed',
      support: { origins: 1 },
    });
  });

  it('leaves a rule that turns off a guard or holds a link to people', () => {
    expect(hear('Use `git commit --no-verify` instead of `git commit`.')).toMatchObject({
      outcome: 'refused',
      reason: 'unsafe_action',
    });
    expect(hear('Before you deploy, check `https://status.example.com`.')).toMatchObject({
      outcome: 'refused',
      reason: 'run_local',
    });
  });
});
