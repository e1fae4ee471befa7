import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '../config/app.config.js';

/** Nest's logger as JSON Lines on standard error, or in a file. */
export class JsonLogger implements LoggerService {
  private readonly pino: Logger;

  constructor({ level, file }: { level: LogLevel; file?: string | undefined }) {
    // Written at once: the last lines before a crash are the ones that are needed.
    this.pino = pino({ level, base: undefined }, pino.destination({ dest: file ?? 2, mkdir: true, sync: true }));
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest gives the context last, and before it, for errors, a stack. */
  private write(level: Exclude<LogLevel, 'silent'>, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? { stack: rest[0] } : {};
    const about = { ...(typeof context === 'string' && { context }), ...stack };
    if (message instanceof Error) this.pino[level]({ ...about, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.pino[level]({ ...about, ...message });
    else this.pino[level](about, String(message));
  }
}
