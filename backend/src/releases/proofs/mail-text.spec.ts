import { textOfHtml } from './mail-text.js';

it.each([
  ['<p>Hello,</p><p>bought.</p>', 'Hello,\nbought.'],
  ['<div>Order <b>#R-1</b></div>', 'Order #R-1'],
  ['a<br>b<BR/>c', 'a\nb\nc'],
  ['<table><tr><td>Order</td><td>R-1</td></tr><tr><td>x</td></tr></table>', 'Order R-1\nx'],
  ['<head><title>not shown</title></head><header>shown</header>', 'shown'],
  ['<style>p{}</style>x<script>alert("<p>y</p>")</script>z', 'xz'],
  ['a<!-- <p>hidden</p> -->b', 'ab'],
  ['a<!-- never ended', 'a'],
  ['R&#45;1&#x3a;2 &amp; &quot;x&quot; &unknown; &#0;', 'R-1:2 & "x" &unknown; &#0;'],
  ['a   \n  b', 'a b'],
  ['5 < 6 and <b>more</b>', '5 < 6 and more'],
  ['', ''],
])('%j reads: %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

it('takes as long as the text is, whatever it is made of', () => {
  for (const part of ['<', '<!--', '<style', '<a href=', '&#', '\n ', '<head']) {
    expect(typeof textOfHtml(part.repeat(60_000))).toBe('string');
  }
});
