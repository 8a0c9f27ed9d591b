import JestRunner from 'jest-runner';

/** Jest's own runner with worker processes for specs of pages: half as many, since those hardly ever wait. */
export default class PagePool extends JestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: Math.ceil(globalConfig.maxWorkers / 2) }, context);
  }
}
