import fc from 'fast-check';

/** What is random in a property is the same in each run; a nightly run takes new seeds by SPEC_SEED. */
fc.configureGlobal({ seed: Number(process.env.SPEC_SEED ?? 1) });
