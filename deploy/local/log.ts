/** Where a launcher tells people, in one line each, what it does. */
export type Log = (line: string) => void;
