export * from './gate.js';
export { isReadOnlyCheck } from './check-allowlist.js';
export { dormantTwin } from './duplicate-lesson.gate.js';
export { GATES, judge } from './gates.js';
export { humanContentProblems } from './human-content.js';
export { readProposal } from './invalid-proposal.gate.js';
export { supportOf, type Support } from './support.js';
