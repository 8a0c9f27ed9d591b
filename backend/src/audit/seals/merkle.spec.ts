import fc from 'fast-check';
import { HASHING } from '../../../../verifiers/page/hashing.mjs';
import { isConsistent, rootByInclusion } from '../../../../verifiers/proofs.mjs';
import { consistencyPath, GrowingRoot, inclusionPath, leafHash, type NodeAt, rootOf } from './merkle.js';

/** Of the tests of Certificate Transparency: https://github.com/transparency-dev/merkle, testonly/reference_test.go */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => leafHash(Buffer.from(hex, 'hex')));
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const of =
  (leaves: readonly Buffer[]): NodeAt =>
  (start, size) =>
    size === 1 ? leaves[start] : undefined;
const many = Array.from({ length: 70 }, (_, index) => leafHash(Buffer.from([index])));
const root = (size: number) => rootOf(of(many), size);

describe('a Merkle tree', () => {
  it('has the roots that others have, at every size', () => {
    expect(ROOTS.map((_, index) => rootOf(of(ENTRIES), index + 1).toString('hex'))).toEqual(ROOTS);
    const growing = new GrowingRoot();
    const grown = many.map((leaf) => {
      growing.add(leaf);
      return growing.text();
    });
    expect(grown).toEqual(many.map((_, index) => root(index + 1).toString('base64url')));
  });

  it('shows of every leaf, at every size, that it is in there, and of no other', () => {
    const sizes = fc
      .integer({ min: 1, max: many.length })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
    const text = (hash: Buffer) => hash.toString('base64url');
    fc.assert(
      fc.property(sizes, ([size, index]) => {
        const proof = { index, size, path: inclusionPath(of(many), index, size).map(text) };
        expect(rootByInclusion(HASHING, text(Buffer.from([index])), proof)).toEqual(text(root(size)));
        expect(rootByInclusion(HASHING, text(Buffer.from('another')), proof)).not.toEqual(text(root(size)));
      }),
    );
  });

  it('shows of every earlier root that its leaves are those it begins with, and of no other', () => {
    const sizes = fc
      .integer({ min: 2, max: many.length })
      .chain((size) => fc.tuple(fc.integer({ min: 1, max: size - 1 }), fc.constant(size)));
    const tree = (size: number, of = size) => ({ size, root: root(of).toString('base64url') });
    fc.assert(
      fc.property(sizes, ([first, size]) => {
        const path = consistencyPath(of(many), first, size).map((hash) => hash.toString('base64url'));
        expect(isConsistent(HASHING, tree(first), tree(size), path)).toBe(true);
        expect(isConsistent(HASHING, tree(first, size), tree(size), path)).toBe(false);
        expect(isConsistent(HASHING, tree(first), tree(size, first), path)).toBe(false);
        expect(isConsistent(HASHING, tree(first), tree(size), [...path, ...path])).toBe(false);
      }),
    );
    expect(isConsistent(HASHING, tree(7), tree(7), [])).toBe(true);
    expect(consistencyPath(of(many), 7, 7)).toEqual([]);
  });

  it('has no root over leaves that nobody knows', () => {
    expect(() => rootOf(of(many), many.length + 1)).toThrow(RangeError);
  });
});
