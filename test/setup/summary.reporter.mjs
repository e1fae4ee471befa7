/** Closes a run with one line alone on stdout, for programs that read it. A file that does not even load counts as one failed. */
export default class SummaryReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const line = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
    // At exit, because jest writes its own summary after all reporters, and the teardown follows it.
    process.once('exit', () => console.log(line));
  }
}
