import { SCHEMAS, type Schema } from './schema.js';

/** The schemas that a document refers to, directly or through others. */
export function reachable(document: object, components: Record<string, Schema>): Record<string, Schema> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Schema;
    const name = typeof $ref === 'string' && $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined;
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      visit(components[name]);
    }
    Object.values(value).forEach(visit);
  };
  visit(document);
  return Object.fromEntries(Object.entries(components).filter(([name]) => found.has(name)));
}
