/** Lowest and highest value of minute, hour, day of month, month, weekday (0 and 7 are Sunday). */
const FIELDS: readonly (readonly [number, number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
];
/** Days of each month in a leap year: the 29th of February comes, if only every fourth year. */
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MAX_LENGTH = 200;
const PART = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

/**
 * True for five cron fields of numbers that name a time that comes: lists, ranges, and steps over `*` or a range.
 * Day of month and weekday are alternatives where both are restricted.
 */
export function isCron(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return false;
  const texts = value.trim().split(/\s+/);
  if (texts.length !== FIELDS.length) return false;
  const fields = texts.map((text, at) => valuesOf(text, FIELDS[at]!));
  const [, , days, months] = fields;
  if (fields.includes(undefined) || days === undefined || months === undefined) return false;
  return texts[4] !== '*' || months.some((month) => days.some((day) => day <= LONGEST_MONTHS[month - 1]!));
}

/** The values that a field names, or undefined when it is malformed or out of range. */
function valuesOf(field: string, [min, max]: readonly [number, number]): number[] | undefined {
  const values: number[] = [];
  for (const text of field.split(',')) {
    const part = PART.exec(text);
    if (part === null) return undefined;
    const [, star, first, last, step] = part;
    if (step !== undefined && star === undefined && last === undefined) return undefined;
    const from = star === undefined ? Number(first) : min;
    const to = star === undefined ? Number(last ?? first) : max;
    const by = Number(step ?? 1);
    if (from < min || to > max || from > to || by < 1 || by > max) return undefined;
    for (let at = from; at <= to; at += by) values.push(at);
  }
  return values;
}
