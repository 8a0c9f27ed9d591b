import fc from 'fast-check';

/** Property tests repeat the same seed; a nightly run sets SPEC_SEED. */
fc.configureGlobal({ seed: Number(process.env.SPEC_SEED ?? 1) });
