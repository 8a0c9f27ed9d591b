import { Faults } from '@supreme-access/test/standins/faults.js';
import { eventLogContract } from './event-log.contract.js';
import { onStandIn } from './eventstore-event-log.fixture.js';

eventLogContract('EventStoreDB (stand-in)', () => onStandIn(new Faults()), { givesUp: true });
