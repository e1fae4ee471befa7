/** Sockets that fail, and the SQLSTATE classes 08 (connection) and 57P (shutdown, crash, starting up). */
const AWAY = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08[0-9A-Z]{3}|57P0[1-5])$/;
/** What the driver says without a code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** True where an error says that another server is away: the asker may try again, and nothing here is broken. */
export function isUnreachable(error: unknown): boolean {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isUnreachable);
  return (typeof code === 'string' && AWAY.test(code)) || (typeof message === 'string' && AWAY_MESSAGE.test(message));
}
