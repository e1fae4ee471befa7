import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where this user's downloads are kept: MARGINALIA_CACHE, else `marginalia` below XDG_CACHE_HOME or `~/.cache`. */
export function cacheFolder(env: Record<string, string | undefined>): string {
  return env['MARGINALIA_CACHE'] ?? join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'marginalia');
}
