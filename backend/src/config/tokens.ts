import { Inject } from '@nestjs/common';

export const CONFIG = Symbol('config');

export const CLOCK = Symbol('clock');

export const EVENT_LOG = Symbol('event log');

export const VAULT = Symbol('vault');

export const LOGGER = Symbol('logger');

export const SCHEMA = Symbol('event schema');

/** The port to the thread that follows; null in a process of one thread. */
export const FOLLOWER = Symbol('follower');

export const InjectConfig = () => Inject(CONFIG);

/** `() => number`, ms UTC */
export const InjectClock = () => Inject(CLOCK);

export const InjectVault = () => Inject(VAULT);

export const InjectEventLog = () => Inject(EVENT_LOG);

export const InjectSchema = () => Inject(SCHEMA);
