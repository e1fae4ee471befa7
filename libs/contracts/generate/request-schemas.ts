import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { described, nullable, object, SCHEMAS, type Schema } from './schema.js';
import type { TypeSchemas } from './type-schemas.js';

/** What the stock converters get wrong for us: null among the values, and ISO times as "either of two formats". */
const additionalConverters = {
  isIn: ({ constraints }: ValidationMetadata): Schema => {
    const values = constraints[0] as unknown[];
    const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
    return { type: types.length === 1 ? types[0]! : types, enum: [...values] };
  },
  isIso8601: { type: 'string', format: 'date-time' },
};

/**
 * JSON Schemas of the request classes: the rules from class-validator, which are what a request is refused by, and from
 * the declarations what rules do not say: comments, null, and the shape of what is judged later.
 */
export function requestSchemas(types: TypeSchemas): Record<string, Schema> {
  const ruled = validationMetadatasToSchemas({
    classTransformerMetadataStorage: defaultMetadataStorage,
    refPointerPrefix: SCHEMAS,
    additionalConverters: additionalConverters as never,
  }) as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(ruled).map(([name, schema]) => [name, withDeclaration(schema, types.members(name))]),
  );
}

function withDeclaration({ properties = {}, required = [] }: Schema, declared: Record<string, Schema>): Schema {
  const merged = Object.entries(declared).map(([name, { description, ...declaration }]) => {
    const rules = properties[name] ?? {};
    const schema =
      rules.items !== undefined && Object.keys(rules.items).length === 0
        ? { ...rules, items: declaration.items ?? {} }
        : rules;
    return [name, described(takesNull(declaration) && !takesNull(schema) ? nullable(schema) : schema, description)];
  });
  return object(Object.fromEntries(merged) as Record<string, Schema>, required);
}

const takesNull = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null');
