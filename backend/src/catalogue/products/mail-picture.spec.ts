import { mailPicture } from './mail-picture.js';

const SET = `/pictures/${'a'.repeat(64)}`;

describe('the picture of a mail', () => {
  it.each([
    ['an uploaded one', `${SET}-1600.webp`, `${SET}-480.jpg`],
    ['a small one', `${SET}-300.webp`, `${SET}-300.jpg`],
    ['a drawing of the seed', '/products/box-hoodie.svg', '/products/box-hoodie.png'],
  ])('of %s is a file that mail programs show', (_, address, path) => expect(mailPicture(address)).toBe(path));

  it.each([
    ['one of before there were widths', `${SET}.webp`],
    ['another drawing', '/shell.svg'],
    ['one that lies elsewhere', 'https://pictures.example/back.jpg'],
    ['none', ''],
  ])('is left out of %s', (_, address) => expect(mailPicture(address)).toBeNull());
});
