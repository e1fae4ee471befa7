export type { Candidate, CandidateReason, ReflectionInput } from './candidate.js';
export { reflect } from './reflect.js';
