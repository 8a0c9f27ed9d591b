import { eventLogContract } from '@supreme-access/test/contracts/event-log.contract.js';
import { Faults } from '@supreme-access/test/emulators/faults.js';
import { onEmulator } from '@supreme-access/test/fixtures/eventstore-event-log.js';

eventLogContract('EventStoreDB (emulator)', () => onEmulator(new Faults()), { givesUp: true });
