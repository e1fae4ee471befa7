import type { Item } from '#contracts';
import { chosenSkill } from './chosen-skill.js';

const failed = (skill?: string): Item => ({
  type: 'command',
  command: 'x',
  exitCode: 1,
  output: '',
  ...(skill && { skill }),
});
const job = (items: Item[], skills: string[] = []) => ({
  items,
  skills,
  calls: items.flatMap((item, at) =>
    item.type === 'command' ? [{ item: at, class: 'fault' as const, counts: true }] : [],
  ),
  humanMessages: [],
});

describe('the skill that a note goes to', () => {
  it('is the one in use at the finding', () => {
    expect(chosenSkill(job([failed('named')], ['a', 'b']), 'd')).toBe('named');
    expect(chosenSkill(job([{ type: 'skill', name: 'one' }, { type: 'skill', name: 'two' }, failed()]), 'd')).toBe(
      'two',
    );
  });

  it('is else the only one of the job, else the default of the agent, else none', () => {
    expect(chosenSkill(job([failed(), { type: 'skill', name: 'late' }]), 'd')).toBe('late');
    expect(chosenSkill(job([failed()], ['only', 'only']), 'd')).toBe('only');
    expect(chosenSkill(job([failed()], ['a', 'b']), 'd')).toBe('d');
    expect(chosenSkill(job([failed()]), null)).toBeNull();
  });
});
