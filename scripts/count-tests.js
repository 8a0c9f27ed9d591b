import { readFileSync } from 'node:fs';

/** Reports what the given runs of Jest skipped, and their total in the last line. A run without results has failed. */
const total = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  const run = read(file);
  total.passed += run.numPassedTests;
  total.failed += run.numFailedTests + run.numRuntimeErrorTestSuites;
  total.skipped += run.numPendingTests;
  for (const { fullName, status } of run.testResults.flatMap((suite) => suite.assertionResults)) {
    if (status === 'pending') console.log(`skipped: ${fullName}`);
  }
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0, numPendingTests: 0, testResults: [] };
  }
}
