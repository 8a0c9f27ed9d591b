/** Jest's own runner with separate worker processes for specs without a page, whose modules must not keep a page's globals. */
export { default } from 'jest-runner';
