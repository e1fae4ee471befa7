import { getMetadataStorage } from 'class-validator';
import { operation, OPERATIONS, verbOf, type OperationName } from './operations.js';
import { APPS, ROLES } from './roles.js';

const NAMES = Object.keys(OPERATIONS) as OperationName[];
const unique = (values: string[]): boolean => new Set(values).size === values.length;

describe('operations', () => {
  it('have a subject of their own each', () => {
    expect(unique(NAMES.map((name) => `${verbOf(name)} ${operation(name).perAgent}`))).toBe(true);
  });

  it('have a route of their own each', () => {
    const routes = NAMES.flatMap((name) => operation(name).http ?? []).map(
      ({ method, path }) => `${method} ${path.replaceAll(/[:*]\w+(?=\/|$)/g, '{}')}`,
    );
    expect(unique(routes)).toBe(true);
  });

  it.each(NAMES)('%s is asked by someone and answered by an app', (name) => {
    const { app, roles, http, perAgent, deployment } = operation(name);
    expect(APPS).toContain(app);
    expect(roles.length).toBeGreaterThan(0);
    expect(ROLES).toEqual(expect.arrayContaining([...roles]));
    // Services ask on the bus only.
    expect(http === undefined).toBe(roles.every((role) => role === 'service') || NO_ROUTE.has(name));
    expect(perAgent && deployment === true).toBe(false);
    expect(http?.path.startsWith('/agents/:agent') ?? perAgent).toBe(perAgent);
  });

  it.each(NAMES)('%s takes what its route names', (name) => {
    const { request, http } = operation(name);
    const named = [...(http?.path ?? '').matchAll(/\/[:*](\w+)/g)].map(([, field]) => field);
    const fields = getMetadataStorage()
      .getTargetValidationMetadatas(request, '', false, false)
      .map(({ propertyName }) => propertyName);
    expect(named.filter((field) => field !== 'agent' && !fields.includes(field!))).toEqual([]);
  });

  it.each(NAMES.filter((name) => operation(name).http !== undefined))(
    '%s reads by GET and changes by another',
    (name) => {
      const { http, command } = operation(name);
      expect(http!.method === 'GET').toBe(command !== true && name !== 'jobs.check');
    },
  );
});

/** Asked by operators too, but for tinkering only. */
const NO_ROUTE = new Set<OperationName>(['evidence.index']);
