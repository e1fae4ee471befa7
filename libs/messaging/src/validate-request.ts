import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { Refusal, type FieldError } from '#contracts';

/** Enough to mend a body by; a list of ten thousand wrong entries is no help. */
const MAX_ERRORS = 50;

/**
 * An instance of the request class that holds the declared fields only.
 * @throws Refusal `invalid_field` with each path and reason
 */
export function validateRequest<T extends object>(request: new () => T, body: Record<string, unknown>): T {
  const instance = plainToInstance(request, body);
  const errors = validateSync(instance, { whitelist: true, forbidUnknownValues: false, stopAtFirstError: false });
  if (errors.length > 0) throw new Refusal('invalid_field', undefined, { errors: fieldErrors(errors) });
  return instance;
}

export function fieldErrors(errors: ValidationError[]): FieldError[] {
  return errors.flatMap((error) => flatten(error, '')).slice(0, MAX_ERRORS);
}

function flatten({ property, constraints, children }: ValidationError, parent: string): FieldError[] {
  const path = /^\d+$/.test(property) ? `${parent}[${property}]` : parent === '' ? property : `${parent}.${property}`;
  return [
    ...Object.values(constraints ?? {}).map((reason) => ({ path, reason })),
    ...(children ?? []).flatMap((child) => flatten(child, path)),
  ];
}
