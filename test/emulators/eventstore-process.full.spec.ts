import { NO_STREAM } from '../../backend/src/stores/event-log/event-log.js';
import { openEventStoreLog } from '../../backend/src/stores/event-log/eventstore-opening.js';
import { all, events, ids } from '../fixtures/event-log.js';
import { Program } from '../support/program.js';

describe('the EventStoreDB emulator as a process of its own', () => {
  it('serves a log, drops its connections on a signal, and prints its faults at the end', async () => {
    const settings = { FAULTS: '{"answer-lost":1}' };
    const program = Program.start('test/dist/test/emulators/eventstore/main.js', settings);
    const [url] = await program.line(/^esdb:\S+/);
    const log = await openEventStoreLog(url);
    const written = events(3);
    await log.append('thing-1', NO_STREAM, written);
    process.kill(program.pid ?? 0, 'SIGHUP');
    expect(ids(await all(log.readStream('thing-1')))).toEqual(ids(written));
    await log.close();
    await program.terminate();
    expect(JSON.parse(program.lines.at(-1) ?? '')).toEqual({ committed: { 'answer-lost': 1 } });
  });
});
