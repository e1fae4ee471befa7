/** What is left of a text, and the notes that were found in what was cut out. */
export interface CutText {
  text: string;
  /** Texts of lesson lines, as they were rendered. */
  notes: string[];
}

const HEADING = '## Agent-specific additions';
/** Start of the sentence under the heading. */
const PREAMBLE = 'Dated notes for this agent';
const BULLET = /^- \[\d{4}-\d{2}-\d{2}(?:, human)?\] (\S[^\n]*)$/;
/** What tools put before a line: a line number, a quote mark, a diff mark. */
const LINE_PREFIX = /^[ \t]{0,8}(?:\d{1,6}[ \t]{0,2}(?:→|\t|:|\|)[ \t]?|[>|+][ \t])?/;
const FRONT_MATTER_NAME = /^name:\s{1,8}["']?[a-z0-9-]{1,64}["']?\s{0,8}$/;
/** Lines of front matter that are looked through for its description and end. */
const FRONT_MATTER_LINES = 40;

/** Anything that could start delivered text; most texts have none of it. */
const HINT = /## Agent-specific additions|- \[\d{4}-\d{2}-\d{2}|(?:^|\n|\\n)[^\n\\]{0,16}name:/;

/**
 * Cuts out what this system told the agent: skill text from its front matter to the end of the lessons section, a lessons
 * section without its skill, and single lesson lines. Text inside JSON, where line ends stand as `\n`, is read alike.
 */
export function cutDeliveredText(text: string): CutText {
  if (!HINT.test(text)) return { text, notes: [] };
  const lines = text.split(/(\r?\n|\\r\\n|\\n)/);
  const kept: string[] = [];
  const notes: string[] = [];
  const lineAt = (at: number) => (lines[at] ?? '').replace(LINE_PREFIX, '');
  const sections = lines.map((_, at) => (at % 2 === 0 ? lineAt(at) === HEADING && isPreamble(lineAt, at) : false));
  const lastSection = sections.lastIndexOf(true);

  let at = 0;
  while (at < lines.length) {
    if (isFrontMatter(lineAt, at)) {
      kept.push(beforeFrontMatter(lines[at]!));
      // Without a section the skill's end cannot be told from what follows it.
      at = lastSection > at ? nextSection(sections, at) : lines.length;
      continue;
    }
    if (sections[at]) {
      at = endOfSection(lineAt, at, lines.length, notes);
      continue;
    }
    const note = BULLET.exec(lineAt(at))?.[1];
    if (note === undefined) kept.push(lines[at]!, lines[at + 1] ?? '');
    else notes.push(note);
    at += 2;
  }
  return { text: kept.join(''), notes };
}

type LineAt = (at: number) => string;

/** The sentence stands under the heading, with blank lines between. */
function isPreamble(lineAt: LineAt, heading: number): boolean {
  for (let at = heading + 2; at <= heading + 6; at += 2) {
    const line = lineAt(at).trim();
    if (line !== '') return line.startsWith(PREAMBLE);
  }
  return false;
}

/** After the heading: blank lines, the preamble and the bullets, whose notes are collected. */
function endOfSection(lineAt: LineAt, heading: number, end: number, notes: string[]): number {
  let at = heading + 2;
  for (; at < end; at += 2) {
    const line = lineAt(at);
    const note = BULLET.exec(line)?.[1];
    if (note !== undefined) notes.push(note);
    else if (line.trim() !== '' && !line.startsWith(PREAMBLE)) break;
  }
  return at;
}

function nextSection(sections: boolean[], from: number): number {
  const found = sections.indexOf(true, from);
  return found < 0 ? sections.length : found;
}

function isFrontMatter(lineAt: LineAt, at: number): boolean {
  if (!/(?:^|["'`>])---$/.test(lineAt(at))) return false;
  let named = false;
  let described = false;
  for (let next = at + 2; next <= at + 2 * FRONT_MATTER_LINES; next += 2) {
    const line = lineAt(next);
    if (line === '---') return named && described;
    if (FRONT_MATTER_NAME.test(line)) named = true;
    else if (line.startsWith('description:')) described = true;
  }
  return false;
}

/** What stands before `---` on its line, like the key of a JSON string. */
const beforeFrontMatter = (line: string): string => line.slice(0, -3);
