import { render } from '@testing-library/react';
import { Bounced } from './Bounced.js';

it('a mail that bounced is told with what it was about, why, and the reply in digits', () => {
  const mail = {
    at: '2026-03-06T11:00:00.000Z',
    kind: 'slot-confirmed',
    reason: 'no-mailbox',
    reply: '550 5.1.1',
  } as const;
  const { container } = render(<Bounced mail={mail} />);
  expect(container).toHaveTextContent(/^Bounced: The mailbox does not exist\. slot-confirmed, 550 5\.1\.1, 06 Mar/);
});
