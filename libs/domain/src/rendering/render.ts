import { createHash } from 'node:crypto';
import { normaliseSpace, withoutInvisible } from '../text/fold.js';

/** What a rendered note needs of a lesson. */
export interface RenderedNote {
  content: string;
  author: 'machine' | 'human';
  /** ISO-8601 time of `created`. */
  createdAt: string;
}

/** Version of the bytes that are written now. Older renderers stay, so that the past can be shown as it was. */
export const RENDER_VERSION = '1';

const HEADING = '\n## Agent-specific additions\n';
const PREAMBLE =
  '\nDated notes for this agent, from its own runs or its operators. The skill above has precedence. ' +
  "Check a note's condition against the current environment before acting on it.\n";

/** What would start a block at the head of a line. */
const LEADING_MARKER = /^(?:[#>*+|=~-]|\d{1,9}[.)])/;

/**
 * Text of a note inside its bullet: one line, no way out of the bullet, the section, or an HTML, XML, Markdown or
 * prompt fence around it.
 */
export function noteText(content: string): string {
  const line = normaliseSpace(withoutInvisible(content.toWellFormed()));
  const fenced = line
    .replace(/`{3,}/g, (ticks) => '\\`'.repeat(ticks.length))
    .replace(/~{3,}/g, (tildes) => '\\~'.repeat(tildes.length))
    .replace(/<(?=[A-Za-z/!?|])/g, '&lt;')
    .replace(/(?<=--|\]\]|\|)>/g, '&gt;')
    .replace(/"{3,}/g, (quotes) => '\\"'.repeat(quotes.length));
  return LEADING_MARKER.test(fenced) ? fenced.replace(/^(\d*)/, '$1\\') : fenced;
}

/** The lessons section, or nothing where there are no lessons (domain.md section 7). */
export function lessonsSection(notes: RenderedNote[]): string {
  if (notes.length === 0) return '';
  const bullets = notes.map(({ content, author, createdAt }) => {
    const day = createdAt.slice(0, 10);
    return `- [${author === 'human' ? `${day}, human` : day}] ${noteText(content)}\n`;
  });
  return `${HEADING}${PREAMBLE}\n${bullets.join('')}`;
}

/** Skill text with the lessons section: the skill's bytes first, unchanged. */
export function renderSkill(skillText: string, notes: RenderedNote[]): string {
  const section = lessonsSection(notes);
  if (section === '') return skillText;
  return `${skillText}${skillText.endsWith('\n') ? '' : '\n'}${section}`;
}

/** SHA-256 of the UTF-8 bytes, hex: `contentHash` of what was rendered. */
export const contentHashOf = (content: string): string => createHash('sha256').update(content, 'utf8').digest('hex');
