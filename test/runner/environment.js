import { ModuleMocker } from 'jest-mock';

const { exit } = process;
const moduleMocker = new ModuleMocker(globalThis);

/** Jest's environment without a context of its own: https://jestjs.io/docs/configuration#testenvironment-string */
export default class PlainEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.moduleMocker = moduleMocker;
    this.isPage = projectConfig.testEnvironmentOptions.isPage;
  }
  async setup() {}
  async teardown() {
    // Jest wraps `process.exit` for each file.
    process.exit = exit;
  }
  exportConditions() {
    return [];
  }
  getVmContext() {
    return null;
  }
}
