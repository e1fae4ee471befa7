/** A JSON value whose text holds no lone surrogate, which canonical JSON cannot say. Members that are undefined go. */
export function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name.toWellFormed(), wellFormed(member)])) as T;
}
