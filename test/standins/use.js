// read by backend/src/engines.fixture.ts
process.env.TEST_ENGINES = 'standins';
