import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestFolder {
  path: string;
  remove(): void;
}

/** A new folder for files of one test, which other users can pass through. */
export function testFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'marginalia-'));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
