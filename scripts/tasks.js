import { run } from './prepare.js';
import { answerHelp } from './usage.js';

const CONTRACT = ['tsc', '-p', 'backend/src/contract/tsconfig.build.json'];
const WATCH = ['--watch', '--preserveWatchOutput'];
const WATCHED = {
  contract: ['npx', ...CONTRACT, ...WATCH],
  api: ['npx', 'nest', 'start', '--watch'],
  shop: ['npm', 'run', 'dev', '--workspace', 'storefront'],
  admin: ['npm', 'run', 'dev', '--workspace', 'admin'],
};
const NAMES = Object.keys(WATCHED).join();
const COMMANDS = Object.values(WATCHED).map((words) => words.join(' '));

/**
 * Each task is a sequence of other packages' commands: `node scripts/tasks.js dev`. The last command takes the
 * arguments.
 */
const TASKS = {
  dev: {
    known: ['dev'],
    usage: 'usage: npm run dev\nServes everything and rebuilds after each change, until it is stopped.',
    steps: [
      ['npx', ...CONTRACT],
      ['npx', 'concurrently', '--kill-others', '--names', NAMES, ...COMMANDS],
    ],
  },
  format: {
    usage:
      "usage: npm run format [-- biome's options and files]\nFormats the sources and applies the fixes of the linter.",
    steps: [['npx', 'biome', 'check', '--write']],
  },
};

const [name, ...args] = process.argv.slice(2);
const { usage, known, steps } = TASKS[name];
answerHelp(usage, known);
for (const [index, [command, ...words]] of steps.entries()) {
  const code = await run(command, index === steps.length - 1 ? [...words, ...args] : words);
  if (code !== 0) process.exit(code);
}
