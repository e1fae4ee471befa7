import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './documents.js';

const root = process.cwd();
for (const [path, text] of Object.entries(await documents(root))) {
  writeFileSync(join(root, path), text);
  console.log(path);
}
