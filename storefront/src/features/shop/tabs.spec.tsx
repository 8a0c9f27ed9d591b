import { inTab, readTab, TABS } from './tabs.js';

const NOW = Date.UTC(2026, 2, 20);
const OLD = '2026-01-01T00:00:00Z';
const tabsOf = (tags: string[], listedAt: string) => TABS.filter((tab) => inTab({ tags, listedAt }, tab, NOW));

describe("the shop's tabs", () => {
  it('match tags in any case', () => {
    expect(tabsOf(['CLOTHES', ' accessories '], OLD)).toEqual(['All', 'Clothes', 'Accessories']);
  });

  it('show as new what has the tag or was listed in the last 14 days', () => {
    expect(tabsOf(['new'], OLD)).toEqual(['All', 'New', 'Other']);
    expect(tabsOf([], '2026-03-06T00:00:01Z')).toEqual(['All', 'New', 'Other']);
    expect(tabsOf([], '2026-03-06T00:00:00Z')).toEqual(['All', 'Other']);
  });

  it('show under Other what has the tag of neither clothes nor accessories', () => {
    expect(tabsOf(['hoodies'], OLD)).toEqual(['All', 'Other']);
    expect(tabsOf(['New', 'hoodies'], OLD)).toEqual(['All', 'New', 'Other']);
    expect(tabsOf(['new', 'Clothes'], OLD)).toEqual(['All', 'New', 'Clothes']);
  });

  it('fall back to All for a tab that does not exist', () => {
    expect(['accessories', 'nonsense', null].map(readTab)).toEqual(['Accessories', 'All', 'All']);
  });
});
