import type { Unit } from './unit.js';

/** Key under which "it" and its like are kept until the whole note is read. */
export const PRONOUN = 'it';

/**
 * "leave it out" and "omit that flag" speak of the flag, else of the program, of the condition; "run it directly" leaves
 * that out. Adds what they speak of.
 */
export function resolvePronouns(units: Unit[]): void {
  const things = units.filter(({ part, kind }) => part === 'condition' && (kind === 'flag' || kind === 'program'));
  const flag = things.find(({ kind }) => kind === 'flag');
  const thing = flag ?? things[0];
  if (thing === undefined) return;
  const ownFlag = units.some(({ part, kind }) => part === 'action' && kind === 'flag');
  for (const unit of [...units]) {
    if (unit.part !== 'action') continue;
    const isPronoun = unit.kind === 'generic' && unit.key === PRONOUN;
    if (isPronoun || (unit.key === 'option' && flag !== undefined && !ownFlag)) {
      units.push({ ...thing, part: 'action', negated: unit.negated });
    } else if (unit.key === 'directly' && thing.kind === 'program') {
      units.push({ ...thing, part: 'action', negated: !unit.negated });
      unit.kind = 'generic';
    }
  }
}
