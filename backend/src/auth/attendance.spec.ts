import { attendance } from '@supreme-access/contract/attendance.js';

describe('a page', () => {
  it('says of what it asks by itself that nobody has touched it for a minute', () => {
    let now = 0;
    const page = new EventTarget();
    const headers = attendance(page, () => now);
    now = 59_999;
    expect(headers()).toEqual({});
    now = 60_000;
    expect(headers()).toEqual({ 'X-Unattended': 'yes' });
    page.dispatchEvent(new Event('keydown'));
    expect(headers()).toEqual({});
  });
});
