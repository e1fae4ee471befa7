import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type TestFolder, testFolder } from '#testing';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Runs in a small checkout of its own that borrows this one's node_modules. */
describe('preparing a checkout', () => {
  let checkout: TestFolder;

  beforeEach(() => {
    checkout = testFolder();
    for (const path of [
      '.swcrc',
      'package.json',
      'package-lock.json',
      'deploy/local/lock.mjs',
      'deploy/local/prepare.mjs',
    ]) {
      cpSync(join(repository, path), join(checkout.path, path));
    }
    symlinkSync(join(repository, 'node_modules'), join(checkout.path, 'node_modules'));
    write('libs/greeting/src/index.ts', "export const greeting: string = 'hello';\n");
    write('libs/greeting/src/greet.sql', 'select 1;\n');
    write('libs/greeting/src/greeting.unit.spec.ts', 'export {};\n');
  });

  afterEach(() => checkout.remove());

  function write(path: string, content: string): void {
    mkdirSync(join(checkout.path, path, '..'), { recursive: true });
    writeFileSync(join(checkout.path, path), content);
  }

  function prepare(): Promise<{ stdout: string; stderr: string }> {
    return promisify(execFile)(process.execPath, [join(checkout.path, 'deploy/local/prepare.mjs')]);
  }

  function built(path: string): string | undefined {
    const file = join(checkout.path, 'dist', path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  it('compiles sources and copies what lies beside them, but no tests', async () => {
    const { stdout } = await prepare();
    expect(stdout).toBe('');
    expect(built('libs/greeting/src/index.js')).toContain("greeting = 'hello'");
    expect(built('libs/greeting/src/greet.sql')).toBe('select 1;\n');
    expect(built('libs/greeting/src/greeting.unit.spec.js')).toBeUndefined();
  });

  it('follows changes and leaves the rest as it is', async () => {
    write('libs/greeting/src/untouched.ts', 'export const one = 1;\n');
    await prepare();
    writeFileSync(join(checkout.path, 'dist/libs/greeting/src/untouched.js'), 'not compiled again');
    write('libs/greeting/src/index.ts', "export const greeting: string = 'good morning';\n");
    await prepare();
    expect(built('libs/greeting/src/index.js')).toContain('good morning');
    expect(built('libs/greeting/src/untouched.js')).toBe('not compiled again');
  });

  it('removes what has no source any more', async () => {
    write('libs/greeting/src/old.ts', 'export const old = true;\n');
    await prepare();
    rmSync(join(checkout.path, 'libs/greeting/src/old.ts'));
    await prepare();
    expect(built('libs/greeting/src/old.js')).toBeUndefined();
    expect(built('libs/greeting/src/old.js.map')).toBeUndefined();
  });

  it('names a file that does not compile, builds the others and tries it again', async () => {
    write('libs/greeting/src/broken.ts', 'export const = ;\n');
    await expect(prepare()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('libs/greeting/src/broken.ts'),
    });
    expect(built('libs/greeting/src/index.js')).toBeDefined();
    await expect(prepare()).rejects.toMatchObject({ code: 1 });
    write('libs/greeting/src/broken.ts', 'export const mended = 1;\n');
    await prepare();
    expect(built('libs/greeting/src/broken.js')).toContain('mended');
  });

  it('lets two prepare at once', async () => {
    await Promise.all([prepare(), prepare(), prepare()]);
    expect(built('libs/greeting/src/index.js')).toContain('hello');
    expect(existsSync(join(checkout.path, '.prepare.lock'))).toBe(false);
  });
});
