const CODE = /`[^`\n]{1,4096}`/g;
/** Quoted output: 'Cannot open: Permission denied'. An apostrophe inside a word opens nothing. */
const QUOTED =
  /(?<![\p{L}\p{N}])(?:'[^'\n]{2,400}'|"[^"\n]{2,400}"|“[^”\n]{2,400}”|‘[^’\n]{2,400}’|«[^»\n]{2,400}»)(?![\p{L}\p{N}])/gu;
/** Flags, paths, file names, calls, identifiers, versions, numbers. */
const TECHNICAL = [
  /^-{1,2}[\p{L}\p{N}]/u,
  /[\\/_=<>{}[\]|$#@~*]/,
  /[\p{L}\p{N}]\.[\p{L}\p{N}]/u,
  /^\.[\p{L}\p{N}]/u,
  /\(\)|::/,
  /\p{N}/u,
  /\p{Ll}\p{Lu}/u,
  /^\p{Lu}{2,}s?$/u,
];

/** Text with every code span blanked out. */
export const withoutCode = (text: string): string => text.replace(CODE, ' ');

/** Text with quoted output blanked out. */
export const withoutQuotes = (text: string): string => text.replace(QUOTED, ' ');

/** Whether a word is a command's, not the prose's: flag, path, file name, identifier, version. */
export const isTechnical = (word: string): boolean => TECHNICAL.some((pattern) => pattern.test(word));

/** The words of the prose, without code spans, quoted output, commands, paths, identifiers and numbers; case kept. */
export function proseWords(text: string): string[] {
  return withoutQuotes(withoutCode(text))
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}\-./\\$~]+|[^\p{L}\p{N}/\\)]+$/gu, ''))
    .filter((word) => word !== '' && !isTechnical(word))
    .flatMap((word) => word.split(/[^\p{L}\p{M}'’]+/u))
    .filter((word) => /\p{L}/u.test(word));
}
