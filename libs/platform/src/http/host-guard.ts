import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const isLoopback = (host: string): boolean => LOOPBACK.includes(host);

/**
 * Keeps web pages away. A page on a name that was rebound to loopback asks with its own name as Host; a page of another
 * site asks with its own Origin. Where all addresses are listened to, only names need be known: no page rebinds an address.
 */
export function hostGuard({ host, allowed }: { host: string; allowed: string[] }) {
  const known = (name: string): boolean =>
    isLoopback(name) || allowed.includes(name) || (!isLoopback(host) && (name === host || isIP(name) !== 0));
  return (request: FastifyRequest): void => {
    const name = hostname(`http://${request.headers.host ?? ''}`);
    if (name === undefined || !known(name)) throw new Refusal('forbidden', 'Host is none of ours.');
    const { origin } = request.headers;
    if (origin === undefined) return;
    const from = hostname(origin);
    const own = origin.slice(origin.indexOf('//') + 2) === request.headers.host;
    if (!own && (from === undefined || !allowed.includes(from)))
      throw new Refusal('forbidden', 'Origin is none of ours.');
  };
}

function hostname(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/^\[|\]$/g, '') || undefined;
  } catch {
    return undefined;
  }
}
