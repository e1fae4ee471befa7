/** The part of JSON Schema (2020-12) that the documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  [keyword: string]: unknown;
}

/** Both documents keep their schemas in the same place, so that a schema says the same in either. */
export const SCHEMAS = '#/components/schemas/';
export const schemaRef = (name: string): Schema => ({ $ref: `${SCHEMAS}${name}` });

/** Draft 7, which AsyncAPI speaks, ignores what stands beside `$ref`. */
export const described = (schema: Schema, description: string | undefined): Schema => {
  if (description === undefined) return schema;
  return schema.$ref === undefined ? { description, ...schema } : { description, allOf: [schema] };
};

export const nullable = (schema: Schema): Schema =>
  schema.type === undefined ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [schema.type, 'null'].flat() };

export const object = (properties: Record<string, Schema>, required: string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
