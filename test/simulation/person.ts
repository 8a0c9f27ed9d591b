import { setTimeout as wait } from 'node:timers/promises';
import { type CommandMetadata, Refused } from '../../backend/src/event-sourcing/decider.js';
import { commandIdFrom } from '../../backend/src/event-sourcing/ids.js';
import type { RequestContext } from '../../backend/src/event-sourcing/requester.js';
import { StreamDamaged } from '../../backend/src/stores/event-log/stream-integrity.js';
import { StoreUnavailable } from '../../backend/src/telemetry/store-unavailable.js';
import type { RandomSource } from './random-source.js';
import type { SimProcess } from './sim-process.js';
import type { World } from './world.js';

/** ms until a browser times out */
const PATIENCE = 15_000;
const ATTEMPTS = 12;
/** the share of requests that are sent several times */
const COPIED = 0.15;
const NO_ANSWER = Symbol('no answer');

/** A browser that picks any process and repeats a request under the same key. */
export class Person {
  readonly random: RandomSource;

  constructor(
    protected readonly world: World,
    readonly name: string,
    private readonly kind: CommandMetadata['actor']['kind'],
  ) {
    this.random = world.random.of(name);
  }

  /**
   * The answer, or undefined after a refusal or a timeout. `step` names the request's Idempotency-Key, under which some copies follow;
   * without a key each attempt is a request of its own.
   */
  async ask<T>(
    step: string,
    call: (api: SimProcess, context: RequestContext) => Promise<T>,
    keyed = true,
  ): Promise<T | undefined> {
    const random = this.random.of(`copies of ${step}`);
    const pauses = keyed && random.chance(COPIED) ? [0, 0, 0, random.whole(1_000, 12_000)] : [0];
    const answers = await Promise.all(
      pauses.map(async (pause) => {
        if (pause > 0) await wait(pause);
        return this.askOnce(step, call, keyed);
      }),
    );
    const ids = new Set(answers.flatMap((answer) => (answer === undefined ? [] : [namedIn(answer)])));
    if (ids.size > 1) this.world.find(`${this.name} ${step}: copies are answered with ${[...ids].join(' and ')}`);
    return answers.find((answer) => answer !== undefined);
  }

  private async askOnce<T>(
    step: string,
    call: (api: SimProcess, context: RequestContext) => Promise<T>,
    keyed: boolean,
  ): Promise<T | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await wait(this.random.whole(200, 4_000));
      const api = this.world.api(this.random);
      if (!api) continue;
      try {
        const answer = await Promise.race([
          call(api, this.contextOf(step, keyed ? 'key' : `try ${attempt}`, keyed)),
          wait(PATIENCE, NO_ANSWER),
        ]);
        if (answer === NO_ANSWER) continue;
        this.world.note(`${this.name} ${step}: done at ${api.name}`);
        return answer as T;
      } catch (error) {
        if (isAboutNow(error)) continue;
        const isLocked = error instanceof StreamDamaged && error.damage.stream === this.world.cut?.stream;
        if (!(error instanceof Refused || isLocked)) this.world.find(`${step}: ${String(error)}`);
        this.world.note(
          `${this.name} ${step}: ${error instanceof Refused ? error.code : String(error)} at ${api.name}`,
        );
        return undefined;
      }
    }
    this.world.note(`${this.name} ${step}: given up`);
    return undefined;
  }

  pause(from: number, to: number): Promise<void> {
    return wait(this.random.whole(from, to));
  }

  private contextOf(step: string, key: string, keyed: boolean): RequestContext {
    const commandId = commandIdFrom(this.name, step, key);
    const actor = { kind: this.kind, id: this.name };
    return {
      metadata: { actor, commandId, requestHash: step, correlationId: commandId, client: this.name },
      keyed,
      session: null,
    };
  }
}

/** The ids in an answer; states may differ between copies. */
function namedIn(answer: unknown): string {
  const { uuid, orderId, productId, profileId, promoCode, order } = Object(answer);
  return JSON.stringify({ uuid, orderId, productId, profileId, promoCode, order: order?.orderId });
}

/** 503: the same request may be repeated. */
function isAboutNow(error: unknown): boolean {
  return error instanceof StoreUnavailable || (error instanceof Refused && error.kind === 'unavailable');
}
