import { AT, HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { cancelled as called, created, edited, ID, RELEASE } from '@supreme-access/test/fixtures/product.js';
import { type CalendarDrop, calendarDrop, dropCalendar } from './drop-calendar.js';
import { type ProductEvent, product } from './product.js';
import { productDoc } from './products.projection.js';

const SHOP = 'https://shop.example';
const drop: CalendarDrop = {
  productId: ID,
  title: 'Box Hoodie',
  releaseAt: Date.UTC(2026, 10, 20, 16),
  cancelled: false,
  sequence: 0,
  writtenAt: Date.UTC(2026, 10, 19, 9, 5, 7),
  url: `${SHOP}/purchase?productId=${ID}`,
};
/** As a calendar reads it: folded lines are one again. */
const read = (file: string): string[] => file.replace(/\r\n /g, '').split('\r\n').slice(0, -1);
const linesOf = (changes: Partial<CalendarDrop> = {}) => read(dropCalendar({ ...drop, ...changes }));
const calendarOf = (...events: ProductEvent[]) => {
  const doc = productDoc(ID, events.reduce(product.evolve, product.initial), AT);
  return doc && calendarDrop(doc, SHOP, AT);
};

describe('the calendar of a drop', () => {
  it('says in UTC when it is, under a name of its own that stays', () => {
    expect(linesOf()).toEqual(
      expect.arrayContaining([
        'UID:drop-box-hoodie@shop.example',
        'DTSTAMP:20261119T090507Z',
        'DTSTART:20261120T160000Z',
        'SUMMARY:Box Hoodie',
        'URL:https://shop.example/purchase?productId=box-hoodie',
      ]),
    );
  });

  it('escapes what a title may hold, and no title makes a line of its own', () => {
    const lines = linesOf({ title: 'Tee, "A; B" \\ C\r\nATTENDEE:mailto:a@example.com\u0007' });
    expect(lines).toContain('SUMMARY:Tee\\, "A\\; B" \\\\ C\\nATTENDEE:mailto:a@example.com');
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
  });

  it('has no line above 75 octets and tears no character', () => {
    const title = 'Süß 👟 '.repeat(20).trim();
    const file = dropCalendar({ ...drop, title });
    const longest = Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect(longest).toBeLessThanOrEqual(75);
    expect(read(file)).toContain(`SUMMARY:${title}`);
  });

  it('reminds ten minutes before, and not of one that was called off', () => {
    expect(linesOf()).toContain('TRIGGER:-PT10M');
    const off = linesOf({ cancelled: true });
    expect(off).toContain('STATUS:CANCELLED');
    expect(off).not.toContain('BEGIN:VALARM');
  });
});

describe('what a calendar is told of a product', () => {
  it('is counted on when the drop is moved, and when it is called off', () => {
    const moved = edited({ releaseAt: RELEASE + HOUR });
    expect(calendarOf(created())).toMatchObject({ sequence: 0, releaseAt: RELEASE });
    expect(calendarOf(created(), moved)).toMatchObject({ sequence: 1, releaseAt: RELEASE + HOUR });
    expect(calendarOf(created(), moved, called())).toMatchObject({ sequence: 2, cancelled: true });
  });

  it('is nothing while it is released by hand', () => expect(calendarOf(created({ releaseAt: null }))).toBeNull());
});
