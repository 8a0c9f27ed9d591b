/** Jest's own runner, in worker processes of their own for what runs on a page. */
export { default } from 'jest-runner';
