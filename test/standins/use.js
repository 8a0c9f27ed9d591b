// read by backend/src/start/stores.fixture.ts
process.env.TEST_ENGINES = 'standins';
