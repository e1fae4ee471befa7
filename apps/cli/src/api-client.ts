import { OPERATIONS, problemOf, Refusal, type OperationName, type Problem, type Replies } from '#contracts';
import { NotReachable } from './cli.config.js';

/** Asks the public HTTP interface; whatever the command line does, a script can do. */
export class ApiClient {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  /**
   * @throws Refusal with the problem that the stack answered
   * @throws NotReachable when nothing answers
   */
  async ask<N extends OperationName>(name: N, body: object = {}, agent?: string): Promise<Replies[N]> {
    const { http } = OPERATIONS[name] as { http?: { method: string; path: string } };
    if (http === undefined) throw new Error(`${name} has no HTTP route`);
    const fields = { ...body, ...(agent !== undefined && { agent }) } as Record<string, unknown>;
    const path = http.path.replace(/[:*]([a-zA-Z]+)(?=\/|$)/g, (whole: string, field: string, offset: number) => {
      if (http.path[offset - 1] !== '/') return whole;
      const value = fields[field] as string;
      delete fields[field];
      return encodeURIComponent(value);
    });
    const inQuery = http.method === 'GET';
    const query = inQuery
      ? new URLSearchParams(
          Object.entries(fields).flatMap(([field, value]): [string, string][] =>
            value === undefined ? [] : [[field, typeof value === 'string' ? value : JSON.stringify(value)]],
          ),
        ).toString()
      : '';
    const response = await this.fetch(`${path}${query === '' ? '' : `?${query}`}`, {
      method: http.method,
      ...(!inQuery && { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
    });
    return (await response.json()) as Replies[N];
  }

  /** Any route below `/v1`; the response is good. @throws as {@link ask} */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`${this.url}/v1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${this.token}`, ...(init.headers as Record<string, string> | undefined) },
      });
    } catch (error) {
      const cause = (error as Error).cause;
      throw new NotReachable(`${this.url} does not answer: ${cause instanceof Error ? cause.message : String(error)}`);
    }
    if (response.ok) return response;
    const body = await response.text();
    throw refusalOf(response.status, body);
  }
}

function refusalOf(status: number, body: string): Error {
  try {
    const problem = JSON.parse(body) as Problem;
    if (problemOf({ problem })) return Object.assign(new Refusal(problem.code, problem.detail), { problem });
  } catch {
    // Not ours: some proxy in between.
  }
  return new NotReachable(`HTTP ${status}: ${body.slice(0, 200)}`);
}
