import { fireEvent, screen } from '@testing-library/react';
import { type Answers, given, refusal, SHOP } from '../../../../test/fixtures/storefront/app.js';

const GOOD = { promoCode: 'FOREST', percent: 10 };
const lookup = (code: string) => `/api/promoLookup?promoCode=${code}`;

const at = (code: string, answers: Answers) =>
  given(`/purchase?productId=hoodie&promoCode=${code}`, { ...SHOP, ...answers });

beforeEach(() => localStorage.clear());

describe('a promo code from a link', () => {
  it('is named where it sets the price', async () => {
    at('FOREST', { [lookup('FOREST')]: GOOD });
    expect(await screen.findAllByText(/10 % off the service fee/)).not.toHaveLength(0);
    expect(screen.getByText('$31.50', { selector: 'strong' }).parentElement).toHaveTextContent(/with FOREST$/);
  });

  it('reports a refusal and restores the previous code', async () => {
    localStorage.setItem('promoCode', 'FOREST');
    at('SPRING', { [lookup('SPRING')]: refusal(404, 'promo-invalid'), [lookup('FOREST')]: GOOD });
    expect((await screen.findAllByText(/The prices are those of FOREST/))[0]).toHaveTextContent(/The code SPRING/);
    expect(screen.getByText('$31.50', { selector: 'strong' })).toBeInTheDocument();
    expect([localStorage.getItem('promoCode'), localStorage.getItem('promoCodeBefore')]).toEqual(['FOREST', null]);
  });

  it('reports a refusal without a previous code', async () => {
    at('SPRING', { [lookup('SPRING')]: refusal(404, 'promo-invalid') });
    expect((await screen.findAllByText(/The prices are without it/))[0]).toHaveTextContent(/The code SPRING/);
    expect(localStorage.getItem('promoCode')).toBeNull();
  });

  it('is kept while its state is unknown', async () => {
    at('FOREST', { [lookup('FOREST')]: refusal(429, 'too-many') });
    await screen.findByRole('heading', { level: 1 });
    expect(localStorage.getItem('promoCode')).toBe('FOREST');
    expect(screen.queryByText(/cannot be used/)).not.toBeInTheDocument();
  });

  it('that could not be looked up is said to be missing from the prices, and is looked up again', async () => {
    const answers: Answers = { ...SHOP, [lookup('FOREST')]: refusal(429, 'too-many') };
    given('/purchase?productId=hoodie&promoCode=FOREST', answers);
    expect((await screen.findAllByText(/could not be looked up/))[0]).toHaveTextContent(/^The code FOREST could not/);
    answers[lookup('FOREST')] = GOOD;
    const [again] = screen.getAllByRole('button', { name: 'Try Again' });
    if (again) fireEvent.click(again);
    expect(await screen.findByText('$31.50', { selector: 'strong' })).toBeInTheDocument();
    expect(screen.queryByText(/could not be looked up/)).not.toBeInTheDocument();
  });
});
