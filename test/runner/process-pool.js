/** Jest's own runner, in worker processes that run what is no page: what was loaded on a page would go on with a page's globals. */
export { default } from 'jest-runner';
