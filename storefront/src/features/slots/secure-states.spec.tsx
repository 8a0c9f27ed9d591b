import {
  nextSecure,
  type SecureEvent,
  type SecureState,
  secureDelay,
  secureLabel,
  secureTitle,
} from './secure-states.js';

const ORDER = { orderId: 'order-1', price: 29.75, productTitle: 'Hoodie', style: 'Ink' };
const PRESSED: SecureEvent = { type: 'pressed' };
const WAITED: SecureEvent = { type: 'waited' };
const refused = (kind: 'duplicate' | 'code-required' | 'promo-invalid' | 'refused'): SecureEvent => ({
  type: 'answered',
  outcome: { ok: false, kind, message: 'why' },
});
const SECURED: SecureEvent = { type: 'answered', outcome: { ok: true, order: ORDER } };

function after(...events: SecureEvent[]): SecureState {
  return events.reduce(nextSecure, { at: 'idle' });
}
const labels = (...events: SecureEvent[]) =>
  events.map((_, count) => secureLabel(after(...events.slice(0, count + 1))));

describe("the 'Secure Now' button", () => {
  it('goes from securing to secured to redirecting, two seconds each', () => {
    expect(secureLabel(after())).toBe('Secure Now');
    expect(labels(PRESSED, SECURED, WAITED)).toEqual(['Securing...', 'Secured.', 'Redirecting...']);
    expect([after(PRESSED, SECURED), after(PRESSED, SECURED, WAITED)].map(secureDelay)).toEqual([2_000, 2_000]);
    expect(after(PRESSED, SECURED, WAITED, WAITED)).toEqual({ at: 'left', order: ORDER });
  });

  it("asks for another profile after 'duplicate' and resets after three seconds", () => {
    expect(labels(PRESSED, refused('duplicate'), WAITED)).toEqual(['Securing...', 'Select New Profile', 'Secure Now']);
    expect(secureDelay(after(PRESSED, refused('duplicate')))).toBe(3_000);
  });

  it.each(['refused', 'promo-invalid'] as const)("says 'Error. Refresh.' when %s, and keeps the reason", (kind) => {
    expect(labels(PRESSED, refused(kind), WAITED)).toEqual(['Securing...', 'Error. Refresh.', 'Secure Now']);
    expect(after(PRESSED, refused(kind), WAITED)).toEqual({ at: 'idle', notice: 'why' });
    expect(secureDelay(after(PRESSED, refused(kind)))).toBe(3_000);
  });

  it('waits for the security code without calling it an error', () => {
    const state = after(PRESSED, refused('code-required'));
    expect(state).toEqual({ at: 'idle', codeNotice: 'why', needsCode: true });
    expect(nextSecure(state, { type: 'typed' })).toEqual({ at: 'idle', needsCode: true });
    expect([secureLabel(state), secureDelay(state)]).toEqual(['Secure Now', null]);
    expect(nextSecure(state, PRESSED)).toEqual({ at: 'securing', needsCode: true });
  });

  it('asks for the code again after a wrong one', () => {
    const state = after(PRESSED, refused('code-required'), PRESSED, refused('refused'), WAITED);
    expect(state).toEqual({ at: 'idle', notice: 'why', needsCode: true });
  });

  it('titles its dialog by what it is doing', () => {
    const titles = [after(), after(PRESSED), after(PRESSED, SECURED), after(PRESSED, refused('refused'))].map(
      secureTitle,
    );
    expect(titles).toEqual(['Confirm Slot.', 'Securing Your Slot.', 'The Slot Is Yours.', 'Not Secured.']);
    expect(secureTitle(after(PRESSED, refused('duplicate')))).toBe('Another Profile, Please.');
  });

  it('ignores further presses', () => {
    expect(after(PRESSED, PRESSED)).toEqual(after(PRESSED));
    expect(after(PRESSED, SECURED, PRESSED)).toEqual(after(PRESSED, SECURED));
  });

  it('ignores unexpected answers and time-outs', () => {
    expect(after(SECURED)).toEqual({ at: 'idle' });
    expect(after(PRESSED, WAITED)).toEqual(after(PRESSED));
    expect(after(PRESSED, SECURED, refused('refused'))).toEqual(after(PRESSED, SECURED));
  });
});
