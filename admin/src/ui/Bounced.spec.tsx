import { render } from '@testing-library/react';
import { Bounced } from './Bounced.js';

it('a bounced mail is shown with its subject, the reason, and the reply code', () => {
  const mail = {
    at: '2026-03-06T11:00:00.000Z',
    kind: 'slot-confirmed',
    reason: 'no-mailbox',
    reply: '550 5.1.1',
  } as const;
  const { container } = render(<Bounced mail={mail} />);
  expect(container).toHaveTextContent(/^Bounced: The mailbox does not exist\. slot-confirmed, 550 5\.1\.1, 06 Mar/);
});
