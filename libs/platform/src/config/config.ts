import 'reflect-metadata';
import { validateSync } from 'class-validator';

type Values = Record<string, unknown>;
interface Variable {
  name: string;
  secret: boolean;
}
const VARIABLES = Symbol('variables');

/** A field that is read from an environment variable. Secrets are shown as `***`; passwords in URLs always are. */
export function FromEnvironment(name: string, { secret = false } = {}): PropertyDecorator {
  return (target, property) => {
    const own: Record<string, Variable> = { ...variablesOf(target), [property as string]: { name, secret } };
    Reflect.defineMetadata(VARIABLES, own, target);
  };
}

/** Says everything that is wrong at once. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = ConfigError.name;
  }
}

/** Reads and validates a config class; unset and empty variables leave its defaults. @throws ConfigError */
export function readConfig<T extends object>(Class: new () => T, env: NodeJS.ProcessEnv): T {
  const variables = variablesOf(Class.prototype as object);
  const values: Values = {};
  for (const [property, { name }] of Object.entries(variables)) {
    const text = env[name];
    if (text !== undefined && text !== '') values[property] = converted(text, Class, property);
  }
  return makeConfig(Class, values as Partial<T>);
}

/** A validated config from values of a program rather than of the environment. @throws ConfigError */
export function makeConfig<T extends object>(Class: new () => T, values: Partial<T>): T {
  const given = Object.entries(values as Values).filter(([, value]) => value !== undefined);
  const config = Object.assign(new Class(), Object.fromEntries(given));
  const variables = variablesOf(Class.prototype as object);
  const faults = validateSync(config, { forbidUnknownValues: false }).flatMap(({ property, constraints }) =>
    Object.values(constraints ?? {}).map((reason) => {
      const name = variables[property]?.name ?? property;
      return reason.startsWith(property) ? name + reason.slice(property.length) : `${name}: ${reason}`;
    }),
  );
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** The config as it may be logged. */
export function redacted(config: object): Values {
  const variables = variablesOf(Object.getPrototypeOf(config) as object);
  return Object.fromEntries(
    Object.entries(config).map(([property, value]) => [property, shown(value, variables[property]?.secret ?? false)]),
  );
}

function shown(value: unknown, secret: boolean): unknown {
  if (secret && value !== undefined) return '***';
  if (typeof value !== 'string' || !value.includes('://')) return value;
  return value.replaceAll(/(:\/\/[^/@\s:]{0,200}):[^/@\s]{0,1000}@/g, '$1:***@');
}

function variablesOf(target: object): Record<string, Variable> {
  return (Reflect.getMetadata(VARIABLES, target) as Record<string, Variable> | undefined) ?? {};
}

function converted(text: string, Class: new () => object, property: string): unknown {
  const type: unknown = Reflect.getMetadata('design:type', Class.prototype as object, property);
  if (type === Number) return Number(text);
  if (type === Boolean) return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
  return text;
}
