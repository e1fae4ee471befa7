import { styleText } from 'node:util';
import { normaliseSpace, withoutInvisible } from '#domain';
import { ApiClient } from './api-client.js';
import { readCliConfig, type CliConfig } from './cli.config.js';
import { readRunFile, type LocalRole } from './run-file.js';
import { localSecrets } from './stack/local-secrets.js';

type Style = Parameters<typeof styleText>[0];

/** One run of the command line: where the stack is, and how to print. */
export class Session {
  readonly config: CliConfig = readCliConfig();
  json = false;

  /** A client of the running stack: the local one with the credential of `role`, or the one the environment names. */
  client(role: LocalRole = 'operator'): ApiClient {
    const { url, token, home } = this.config;
    if (url !== undefined) return new ApiClient(url.replace(/\/+$/, ''), token ?? '');
    const run = readRunFile(home);
    return new ApiClient(run.httpUrl, role === 'operator' ? run.token : `mrg.${role}.${localSecrets(home)[role]}`);
  }

  /** Prints `value` as one JSON line under `--json`, else the lines for a person. */
  print(value: unknown, lines: () => string | string[]): void {
    if (this.json) process.stdout.write(`${JSON.stringify(value)}\n`);
    else process.stdout.write(`${[lines()].flat().join('\n')}\n`);
  }

  /** A line about progress: to standard error, so that output can be piped. */
  say(line: string): void {
    process.stderr.write(`${line}\n`);
  }

  style(style: Style, text: string): string {
    return this.config.colour ? styleText(style, text) : text;
  }
}

/** Text of others on one line, without what a terminal would obey. */
export const plain = (text: string): string =>
  normaliseSpace(withoutInvisible(text.toWellFormed().replace(/\s+/g, ' ')));

/** Columns for a person; the last column is not padded. */
export function table(cells: string[][]): string[] {
  const rows = cells.map((row) => row.map(plain));
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  '),
  );
}
