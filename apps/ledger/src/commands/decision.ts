import { problem, type ErrorCode, type NewLogEvent, type Problem } from '#contracts';

/** What a decider answers: events to append with what is replied once they stand, or why not. */
export type Decision<Reply> = { events: NewLogEvent[]; reply: Reply } | Refused;

export interface Refused {
  refused: Problem;
}

export const refuse = (
  code: ErrorCode,
  detail?: string,
  more?: Partial<Pick<Problem, 'errors' | 'conflictsWith'>>,
): Refused => ({ refused: problem(code, detail, more) });

/** Nothing to change: the reply says how things stand already. */
export const unchanged = <Reply>(reply: Reply): Decision<Reply> => ({ events: [], reply });
