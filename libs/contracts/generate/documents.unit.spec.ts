import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ERRORS,
  LOG_EVENT_VERSIONS,
  operation,
  OPERATIONS,
  Subjects,
  verbOf,
  type OperationName,
} from '../src/index.js';
import { documents } from './documents.js';
import { openApiPath } from './openapi.operations.js';

const ROOT = process.cwd();
const NAMES = Object.keys(OPERATIONS) as OperationName[];
const ROUTED = NAMES.filter((name) => operation(name).http !== undefined);

/** Whatever JSON holds; the tests say what they expect. */
type Json = ReturnType<JSON['parse']>;

let texts: Record<string, string>;
let openapi: Json;
let asyncapi: Json;

beforeAll(async () => {
  texts = await documents(ROOT);
  openapi = JSON.parse(texts['libs/contracts/openapi.json']!);
  asyncapi = JSON.parse(texts['libs/contracts/asyncapi.json']!);
});

/** Every object in a document, with the way to it. */
function* parts(value: unknown, at = '#'): Generator<[string, Record<string, Json>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value];
  for (const [key, inner] of Object.entries(value)) yield* parts(inner, `${at}/${key}`);
}
const resolve = (document: object, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<Json>((value, key) => value?.[key.replaceAll('~1', '/')], document);

describe('the committed documents', () => {
  it.each(['libs/contracts/openapi.json', 'libs/contracts/asyncapi.json', 'docs/errors.md'])(
    '%s is what the contract says',
    (path) => {
      if (readFileSync(join(ROOT, path), 'utf8') !== texts[path]) {
        throw new Error(`${path} is not what libs/contracts says: run "npm run contracts" and commit it.`);
      }
    },
  );
});

describe('either document', () => {
  const both = (): object[] => [openapi, asyncapi];

  it('refers to what it holds only', () => {
    for (const document of both()) {
      const refs = [...parts(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
      expect(refs.length).toBeGreaterThan(100);
      expect(refs.filter((ref) => resolve(document, ref) === undefined)).toEqual([]);
    }
  });

  it('asks for declared properties only, by patterns that compile', () => {
    for (const document of both()) {
      for (const [at, { type, properties, required, pattern }] of parts(document)) {
        if (typeof pattern === 'string') expect(() => new RegExp(pattern, 'u')).not.toThrow();
        if (type !== 'object' || !Array.isArray(required)) continue;
        expect([at, required.filter((name) => properties?.[name] === undefined)]).toEqual([at, []]);
      }
    }
  });
});

describe('OpenAPI', () => {
  it('has every route of the registry, with its roles and its refusals', () => {
    expect(openapi.openapi).toBe('3.1.0');
    for (const name of ROUTED) {
      const { http, roles } = operation(name);
      const route = openapi.paths[openApiPath(http!.path)]?.[http!.method.toLowerCase()];
      expect(route).toMatchObject({ operationId: name, 'x-roles': roles });
      expect(Object.keys(route.responses)).toEqual(
        expect.arrayContaining([String(http!.status ?? 200), '401', '403', '503']),
      );
    }
  });

  it('has the routes that are no request verbs', () => {
    expect(openapi.paths['/v1/jobs'].post.responses).toHaveProperty('202');
    expect(openapi.paths['/v1/stream'].get.responses[200].content).toHaveProperty(['text/event-stream']);
    expect(openapi.paths['/v1/ledger/events'].get.responses[200].content).toHaveProperty(['application/x-ndjson']);
    for (const path of ['/healthz', '/readyz', '/metrics']) expect(openapi.paths[path].get.security).toEqual([]);
  });

  it('declares the parameters of each path, once each, and names each operation once', () => {
    const ids: string[] = [];
    for (const [path, methods] of Object.entries<Json>(openapi.paths)) {
      for (const { operationId, parameters = [] } of Object.values<Json>(methods)) {
        ids.push(operationId);
        const declared = parameters.filter((parameter: Json) => parameter.in === 'path' && parameter.required);
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect(declared.map(({ name }: Json) => name).sort()).toEqual(named.sort());
      }
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('takes the key of a command and the tag of a text as headers', () => {
    const headersOf = (path: string, method: string): string[] =>
      openapi.paths[path][method].parameters
        .filter((parameter: Json) => parameter.in === 'header')
        .map(({ name }: Json) => name);
    expect(headersOf('/v1/agents/{agent}/lessons', 'post')).toEqual(['Idempotency-Key']);
    expect(headersOf('/v1/agents/{agent}/skills/{skill}', 'get')).toEqual(['If-None-Match']);
    expect(openapi.paths['/v1/agents/{agent}/skills/{skill}'].get.responses).toMatchObject({
      200: { headers: { ETag: {} } },
      304: { headers: { ETag: {} } },
    });
  });
});

describe('AsyncAPI', () => {
  const subjects = new Subjects();
  const operationsAt = (address: string): Json[] => {
    const ids = Object.keys(asyncapi.channels).filter((id) => asyncapi.channels[id].address === address);
    return Object.values<Json>(asyncapi.operations).filter(({ channel }) =>
      ids.includes(channel.$ref.slice('#/channels/'.length)),
    );
  };

  it('has every verb on both of its subjects, with a reply', () => {
    expect(asyncapi.asyncapi).toBe('3.0.0');
    for (const name of NAMES) {
      const agent = operation(name).perAgent ? '{agent}' : undefined;
      for (const address of [subjects.verb(verbOf(name), agent), subjects.as('{credential}', verbOf(name), agent)]) {
        const [found, ...more] = operationsAt(address);
        expect(more).toEqual([]);
        expect(found).toMatchObject({ action: 'receive', reply: { channel: { $ref: '#/channels/inbox' } } });
        expect(resolve(asyncapi, found.traits[0].$ref)).toMatchObject({ 'x-roles': operation(name).roles });
      }
    }
  });

  it('takes job reports on both subjects', () => {
    for (const address of ['marginalia.jobs.finished.{agent}', 'marginalia.as.{credential}.jobs.finished.{agent}']) {
      expect(operationsAt(address)).toMatchObject([{ action: 'receive' }]);
    }
  });

  it('sends every event of the log, dead letters and heads', () => {
    for (const [type, version] of Object.entries(LOG_EVENT_VERSIONS)) {
      const { payload } = asyncapi.components.messages[`log.${type}`];
      expect(payload.allOf[1].properties.type.const).toBe(`marginalia.${type}.v${version}`);
    }
    const addresses = Object.values<Json>(asyncapi.channels).map(({ address }) => address);
    expect(addresses).toEqual(
      expect.arrayContaining([
        'marginalia.log.lesson.{agent}.{skill}.created',
        'marginalia.log.skill.{skill}.published',
        'marginalia.log.settings.changed',
        'marginalia.deadletters.{stream}',
        'marginalia.heads',
      ]),
    );
  });
});

describe('schemas', () => {
  const schema = (name: string): Json => asyncapi.components.schemas[name];

  it('say what a request is refused by', () => {
    expect(schema('ReflectionNext').properties.waitMs).toMatchObject({ type: 'integer', minimum: 0, maximum: 30_000 });
    expect(schema('PublishSkill').properties.files).toMatchObject({
      items: { $ref: '#/components/schemas/PackageFile' },
      maxItems: 1000,
    });
    expect(schema('EnableSkill').properties.enabled).toMatchObject({ enum: [true, false, null] });
    expect(schema('SetRelease').properties.release.type).toEqual(['string', 'null']);
    expect(schema('JobRef')).toMatchObject({
      properties: { jobId: { pattern: '^[A-Za-z0-9._:-]{1,128}$' } },
      required: ['jobId'],
    });
    expect(schema('IssueToken').properties.role.enum).not.toContain('service');
    expect(schema('SetSetting').required).toEqual(['key', 'value']);
  });

  it('say the limits of a report', () => {
    expect(schema('JobReport').properties.items.maxItems).toBe(20_000);
    expect(schema('MessageItem').properties.text.maxLength).toBe(262_144);
    expect(schema('Item').anyOf).toHaveLength(5);
    expect(schema('JobReport').required).toEqual([
      'jobId',
      'agent',
      'status',
      'task',
      'startedAt',
      'finishedAt',
      'items',
    ]);
  });
});

describe('the page of errors', () => {
  it('has every code below its status', () => {
    const sections = texts['docs/errors.md']!.split('\n## ');
    for (const [code, { status }] of Object.entries(ERRORS)) {
      expect(sections.find((section) => section.startsWith(String(status)))).toContain(`\`${code}\``);
    }
  });
});
