// test/fixtures/stores.ts reads it.
process.env.TEST_ENGINES = 'emulators';
