import { join, sep } from 'node:path';
import ts from 'typescript';
import { described, object, schemaRef, type Schema } from './schema.js';

const FOLDER = 'libs/contracts/src';
/** Every time on the wire is ISO-8601 UTC with milliseconds, and is named so. */
const TIME_NAME = /(?:At|End)$|^(?:at|now|time|asOf|deadline)$/;

/** JSON Schemas of the types that `libs/contracts` exports, read from their declarations and comments. */
export class TypeSchemas {
  /** Every named type met so far. */
  readonly schemas: Record<string, Schema> = {};
  private readonly checker: ts.TypeChecker;
  private readonly exported: Map<string, ts.Symbol>;

  /** @param root folder of package.json */
  constructor(root: string) {
    const index = join(root, FOLDER, 'index.ts');
    const program = ts.createProgram([index], {
      strict: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      experimentalDecorators: true,
      types: [],
    });
    this.checker = program.getTypeChecker();
    const face = this.checker.getSymbolAtLocation(program.getSourceFile(index)!)!;
    this.exported = new Map(this.checker.getExportsOfModule(face).map((symbol) => [symbol.name, symbol]));
  }

  /** A reference to an exported type. */
  named(name: string): Schema {
    return this.schemaOf(this.typeNamed(name));
  }

  /** The schema of each property of an exported interface or class, with its comment. */
  members(name: string): Record<string, Schema> {
    return this.propertiesOf(this.typeNamed(name));
  }

  private typeNamed(name: string): ts.Type {
    const symbol = this.exported.get(name);
    if (symbol === undefined) throw new Error(`${FOLDER} exports no ${name}.`);
    const declared = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    return this.checker.getDeclaredTypeOfSymbol(declared);
  }

  private schemaOf(type: ts.Type): Schema {
    const name = this.nameOf(type);
    if (name === undefined) return this.inline(type);
    if (this.schemas[name] === undefined) {
      // Stands before it is read, for types that hold themselves.
      this.schemas[name] = {};
      const symbol = type.aliasSymbol ?? type.symbol;
      Object.assign(this.schemas[name], described(this.inline(type), this.commentOf(symbol)));
    }
    return schemaRef(name);
  }

  private nameOf(type: ts.Type): string | undefined {
    if (type.aliasTypeArguments !== undefined) return undefined;
    const symbol = type.aliasSymbol ?? (type.isClassOrInterface() ? type.symbol : undefined);
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
    return file?.replaceAll(sep, '/').includes(`/${FOLDER}/`) ? symbol!.name : undefined;
  }

  private inline(type: ts.Type): Schema {
    if (type.isUnion()) return this.union(type.types);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { type: typeof type.value, const: type.value };
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: 'number' };
    if (flags & ts.TypeFlags.BooleanLiteral)
      return { type: 'boolean', const: this.checker.typeToString(type) === 'true' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (this.checker.isArrayType(type)) return { type: 'array', items: this.schemaOf(this.elementOf(type)) };
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.object(type);
    throw new Error(`No schema for ${this.checker.typeToString(type)}.`);
  }

  private elementOf(type: ts.Type): ts.Type {
    return this.checker.getTypeArguments(type as ts.TypeReference)[0]!;
  }

  private union(types: ts.Type[]): Schema {
    const parts = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)).map((type) => this.schemaOf(type));
    const booleans = parts.filter(({ type }) => type === 'boolean').length === 2;
    const simple = booleans ? [...parts.filter(({ type }) => type !== 'boolean'), { type: 'boolean' }] : parts;
    if (simple.length === 1) return simple[0]!;
    const isNull = ({ type }: Schema): boolean => type === 'null';
    const rest = simple.filter((schema) => !isNull(schema));
    const hasNull = rest.length < simple.length;
    const kinds = [...new Set(rest.map(({ type }) => type))];
    // The checker orders literals by when it met them; sorted, they do not move when another file changes.
    const values = rest.map((schema) => schema.const).sort();
    if (kinds.length === 1 && typeof kinds[0] === 'string' && rest.every((schema) => 'const' in schema)) {
      return { type: hasNull ? [kinds[0], 'null'] : kinds[0], enum: hasNull ? [...values, null] : values };
    }
    if (hasNull && rest.length === 1 && typeof rest[0]!.type === 'string' && !('const' in rest[0]!)) {
      return { ...rest[0], type: [rest[0]!.type, 'null'] };
    }
    return { anyOf: [...rest, ...(hasNull ? [{ type: 'null' }] : [])] };
  }

  private object(type: ts.Type): Schema {
    const values = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (values !== undefined) return { type: 'object', additionalProperties: this.schemaOf(values) };
    const required = type.getProperties().filter(({ flags }) => !(flags & ts.SymbolFlags.Optional));
    return object(
      this.propertiesOf(type),
      required.map(({ name }) => name),
    );
  }

  private propertiesOf(type: ts.Type): Record<string, Schema> {
    return Object.fromEntries(
      type.getProperties().map((property) => {
        const schema = this.schemaOf(this.checker.getTypeOfSymbol(property));
        const isTime = TIME_NAME.test(property.name) && [schema.type].flat().includes('string');
        return [
          property.name,
          described(isTime ? { ...schema, format: 'date-time' } : schema, this.commentOf(property)),
        ];
      }),
    );
  }

  private commentOf(symbol: ts.Symbol): string | undefined {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    return text === '' ? undefined : text.replaceAll(/\s+/g, ' ');
  }
}
