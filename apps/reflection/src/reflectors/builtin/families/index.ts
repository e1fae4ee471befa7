import { blankPath, expandedPattern, longArguments, lostQuotes, unterminatedExec } from './call-form.js';
import { denied, missingModule, portInUse, readOnlyTarget, wrongEncoding } from './environment.js';
import type { Family } from './family.js';
import { genericError, overdue } from './generic.js';
import { missingProgram } from './missing-program.js';
import { brokenEdit, toolArguments, unmatchedEdit } from './tools.js';
import { unsupportedFlag } from './unsupported-flag.js';

/** Kinds of condition that show in any line of an output, the narrower first. */
export const NAMED_FAMILIES: readonly Family[] = [
  missingProgram,
  lostQuotes,
  unterminatedExec,
  expandedPattern,
  longArguments,
  blankPath,
  readOnlyTarget,
  portInUse,
  denied,
  missingModule,
  wrongEncoding,
  brokenEdit,
  unmatchedEdit,
  unsupportedFlag,
];

/** Asked for the error line alone, when no named family has seen anything. */
export const REST_FAMILIES: readonly Family[] = [overdue, toolArguments, genericError];
