// backend/src/start/stores.fixture.ts reads it.
process.env.TEST_ENGINES = 'standins';
