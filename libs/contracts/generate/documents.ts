import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { asyncApi } from './asyncapi.js';
import { contractSchemas } from './contract-schemas.js';
import { errorsPage } from './errors-page.js';
import { openApi } from './openapi.js';

/**
 * What `npm run contracts` writes: text by path from the root.
 * @param root folder of package.json
 */
export async function documents(root: string): Promise<Record<string, string>> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const schemas = contractSchemas(root);
  const options = await resolveConfig(join(root, 'docs/errors.md'));
  return {
    'libs/contracts/openapi.json': json(openApi(schemas, version)),
    'libs/contracts/asyncapi.json': json(asyncApi(schemas, version)),
    'docs/errors.md': await format(errorsPage(), { ...options, parser: 'markdown' }),
  };
}

const json = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
