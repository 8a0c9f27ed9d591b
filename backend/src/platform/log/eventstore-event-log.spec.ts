import { startEventStore } from '../../../../test/standins/eventstore/server.js';
import { eventLogContract } from './event-log.contract.js';
import { openEventStoreLog } from './eventstore-event-log.js';

eventLogContract('EventStoreDB (stand-in)', async () => {
  const server = await startEventStore();
  let log = await openEventStoreLog(server.url);
  const close = async () => {
    await log.close();
    await server.stop();
  };
  const reopen = async () => {
    await log.close();
    await server.stop();
    await server.start();
    log = await openEventStoreLog(server.url);
    return log;
  };
  return { log, reopen, close };
});
