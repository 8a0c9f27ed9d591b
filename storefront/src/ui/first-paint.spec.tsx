import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { given, SHOP } from '../../../test/fixtures/storefront/app.js';

const HTML = readFileSync('storefront/index.html', 'utf8');

function inHtml(selector: string): Element {
  const page = new DOMParser().parseFromString(HTML, 'text/html');
  for (const { content, parentElement } of page.querySelectorAll('template')) parentElement?.append(content);
  const found = page.querySelector(selector);
  if (!found) throw new Error(`index.html has no ${selector}`);
  return found;
}

function outline({ tagName, classList, children, textContent, attributes }: Element): string {
  const isWhole = children.length === 0 || tagName === 'H1';
  const classes = [...classList].filter((name) => name !== 'invisible');
  const text = isWhole && tagName !== 'SPAN' ? textContent?.replace(/\s+/g, ' ').trim() : '';
  const head = [tagName, classes.join('.'), attributes.getNamedItem('href')?.value, text].filter(Boolean).join(' ');
  const below = isWhole || tagName === 'SPAN' ? [] : [...children].map(outline);
  return [head, ...below.map((each) => each.replace(/^/gm, '  '))].join('\n');
}

describe('the page before its scripts have loaded', () => {
  beforeEach(() => localStorage.clear());

  it('has the head of the application as guests see it', async () => {
    given('/', SHOP);
    expect(outline(inHtml('header'))).toBe(outline(await screen.findByRole('banner')));
  });

  it('has the top of the home page', async () => {
    given('/', SHOP);
    const top = await screen.findByRole('heading', { level: 1 });
    expect(outline(inHtml('h1'))).toBe(outline(top));
    const shown = top.closest('section');
    expect(inHtml('main section').className).toBe(shown?.className);
    expect(inHtml('main p').textContent).toBe(shown?.querySelector('p')?.textContent);
    expect(inHtml('main p').className).toBe(shown?.querySelector('p')?.className);
  });
});
