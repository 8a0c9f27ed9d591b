/** Jest's own runner with separate worker processes for specs of pages. */
export { default } from 'jest-runner';
