import { AT } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { ERASE } from '../customers/accounts/account.jobs.js';
import type { Accounts } from '../customers/accounts/accounts.js';
import type { StaffRoles } from '../customers/accounts/staffing.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Refused } from '../event-sourcing/decider.js';
import type { PersonalData } from '../event-sourcing/personal-data.js';
import type { Sealer } from '../event-sourcing/sealer.js';
import type { MailedLinks } from '../mail/mailed-links.js';
import { currentRequest, inRequest, RequestContext } from '../telemetry/request-context.js';
import { Erasure } from './erasure.worker.js';

type Step = 'settled' | 'let go' | 'key gone' | 'erased';

/** One person's account: what is written of them is sealed with their key, and is let go of once it is folded. */
class Person {
  /** in the log; what the read models know of it */
  private written: string[] = [];
  private folded: string[] = [];
  private hasKey = true;
  private isSaid = false;
  readonly steps: Step[] = [];
  /** what the read models wait for */
  held: Promise<void> = Promise.resolve();
  /** what happens beside, just before the nth of these steps is taken, from 1 on */
  readonly beside = new Map<string, () => void>();
  readonly erasure: Erasure;

  constructor() {
    const settled = async () => {
      this.step('settled');
      await this.held;
      this.folded = [...this.written];
    };
    const erase = async () => {
      this.step('let go');
      this.written = this.written.filter((one) => !this.folded.includes(one));
    };
    const ask = async () => {
      this.step('erased');
      this.isSaid = true;
      return { position: 7 };
    };
    const eraseKey = async () => {
      this.step('key gone');
      this.hasKey = false;
    };
    const state = async () => ({ erased: this.isSaid });
    this.erasure = new Erasure(
      { settled, ask, state } as unknown as Accounts,
      {} as StaffRoles,
      {} as MailedLinks,
      { erase } as unknown as PersonalData,
      { erase: eraseKey } as unknown as Sealer,
      () => AT,
    );
  }

  /** A request that was let in before the account was closed; without the key nothing personal is written. */
  write(what: string): void {
    if (this.hasKey) this.written.push(what);
  }

  get left() {
    return { written: this.written, hasKey: this.hasKey, isSaid: this.isSaid };
  }

  work() {
    return this.erasure.work({ kind: ERASE, id: 'ada', dueAt: AT, attempt: 0, cause: 'e-1' });
  }

  private step(step: Step): void {
    this.steps.push(step);
    this.beside.get(`${step} ${this.steps.filter((one) => one === step).length}`)?.();
  }
}

const NOTHING = { written: [], hasKey: false, isSaid: true };

describe('the erasure of a person', () => {
  let person: Person;
  beforeEach(() => {
    person = new Person();
    person.write('a profile');
  });

  it('lets go of what there is, then of the key, then of what was under way meanwhile, and says so last', async () => {
    expect(await person.work()).toBe(7);
    expect(person.steps).toEqual(['settled', 'let go', 'key gone', 'settled', 'let go', 'erased']);
    expect(person.left).toEqual(NOTHING);
  });

  it.each(['settled 1', 'let go 1', 'key gone 1', 'settled 2', 'let go 2', 'erased 1'])(
    'leaves nothing of a write that ends just before the step "%s"',
    async (step) => {
      person.beside.set(step, () => person.write('a profile saved meanwhile'));
      expect(await person.work()).toBe(7);
      expect(person.left).toEqual(NOTHING);
    },
  );

  it.each(['settled 1', 'let go 1', 'key gone 1', 'settled 2', 'let go 2', 'erased 1'])(
    'that is cut off at the step "%s" is finished by the next try, and leaves nothing of what was written in between',
    async (step) => {
      person.beside.set(step, () => {
        person.write('a profile saved meanwhile');
        throw new Error('cut off');
      });
      await expect(person.work()).rejects.toThrow('cut off');
      expect(person.left.isSaid).toBe(false);
      person.write('a profile saved later');
      expect(await person.work()).toBe(7);
      expect(person.left).toEqual(NOTHING);
    },
  );

  it.each([
    ['an order was bought', 'order-open'],
    ['a release has started', 'release-started'],
  ])('looks again in 15 seconds where %s that was under way, and is not said to be done', async (_, code) => {
    let isOpen = true;
    person.beside.set('let go 2', () => {
      if (isOpen) throw new Refused(code, 'conflict', 'This order is still open.');
    });
    expect(await person.work()).toEqual({ rescheduleAt: AT + 15_000 });
    expect(person.left).toMatchObject({ hasKey: false, isSaid: false });
    isOpen = false;
    expect(await person.work()).toBe(7);
    expect(person.left).toEqual(NOTHING);
  });

  it('is one for all who ask at once: it keeps to the time of none of them, and each waits for its own time alone', async () => {
    let goOn: () => void = () => undefined;
    person.held = new Promise((resolve) => {
      goOn = resolve;
    });
    const ask = (request: RequestContext) =>
      inRequest(request, () => person.erasure.complete('ada', workerMetadata('spec')));
    const contexts: unknown[] = [];
    person.beside.set('settled 1', () => contexts.push(currentRequest()));
    const first = ask(new RequestContext());
    expect(await ask(new RequestContext(0))).toBe(false);
    goOn();
    expect([await first, contexts]).toEqual([true, [undefined]]);
    expect(person.steps).toHaveLength(7);
  });

  it('waits for nothing else: any other refusal is somebody’s trouble', async () => {
    person.beside.set('let go 1', () => {
      throw new Refused('not-ready', 'unavailable', 'We are catching up. Try again in a moment.');
    });
    await expect(person.work()).rejects.toMatchObject({ code: 'not-ready' });
    expect(person.left).toMatchObject({ hasKey: true, isSaid: false });
  });
});
