import { ApiError } from '../../api/api.js';
import type { SendIntent } from '../../api/intent.js';
import { secureSlot } from './secure-slot.js';

const INPUT = { productId: 'hoodie', style: 'Ink', size: 'm', profileId: 'profile-1' };
const refusing =
  (error: unknown): SendIntent =>
  async () => {
    throw error;
  };

describe('requesting a slot', () => {
  it('sends the input without a code and returns the order', async () => {
    const sent: unknown[] = [];
    const order = { orderId: 'order-1', price: 35, productTitle: 'Hoodie', style: 'Ink' };
    const send: SendIntent = async (path, _meaning, build) => {
      sent.push(path, await build());
      return { order } as never;
    };
    expect(await secureSlot(send, INPUT, '')).toEqual({ ok: true, order });
    expect(sent).toEqual(['/api/checkout/withprofile', INPUT]);
  });

  it.each([
    ['duplicate', 'duplicate'],
    ['code-required', 'code-required'],
    ['promo-invalid', 'promo-invalid'],
    ['sold-out', 'refused'],
    ['outcome-unknown', 'refused'],
  ])('names %s as %s', async (code, kind) => {
    const outcome = await secureSlot(refusing(new ApiError(code, 'text', 409)), INPUT, '');
    expect(outcome).toMatchObject({ ok: false, kind });
  });

  it("shows the server's text, or our own where it is only a code", async () => {
    const message = async (code: string) => {
      const outcome = await secureSlot(refusing(new ApiError(code, code, 409)), INPUT, '');
      return outcome.ok ? '' : outcome.message;
    };
    expect(await message('reservations-closed')).toBe('reservations-closed');
    expect(await message('sold-out')).toContain('All slots are taken.');
    expect(await message('duplicate')).toContain('another profile');
  });

  it("says 'Error checking out.' for a server error without a text", async () => {
    const wordless = new ApiError('http-500', 'Something went wrong.', 500, false);
    expect(await secureSlot(refusing(wordless), INPUT, '')).toMatchObject({ message: 'Error checking out.' });
  });

  it("says 'Error checking out.' when something breaks", async () => {
    expect(await secureSlot(refusing(new TypeError('bug')), INPUT, '')).toEqual({
      ok: false,
      kind: 'refused',
      message: 'Error checking out.',
    });
  });
});
