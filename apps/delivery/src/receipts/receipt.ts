/** What was sent to whom. With a job id each answer stands alone; without, equal answers of one minute are counted. */
export interface Receipt {
  agent: string;
  credential: string;
  jobId: string | null;
  skill: string;
  lessonIds: string[];
  contentHash: string;
  position: string;
  renderVersion: string;
  /** ISO-8601; the minute when counted. */
  at: string;
  answers: number;
}
