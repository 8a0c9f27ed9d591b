import { invalid } from './api-error.js';
import type { Metadata } from './objects.js';

type Tree = { [name: string]: string | Tree };

const METADATA_LIMITS = { keys: 50, key: 40, value: 500 } as const;

/** `a[b][0]=1&c[]=2` to nested records; lists keep their indexes as names. */
function treeOfForm(text: string): Tree {
  const root: Tree = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let node = root;
    for (const [depth, step] of path.entries()) {
      const key = step === '' ? String(Object.keys(node).length) : step;
      if (depth === path.length - 1) node[key] = value;
      else {
        const next = node[key];
        const child: Tree = typeof next === 'object' ? next : Object.create(null);
        node[key] = child;
        node = child;
      }
    }
  }
  return root;
}

function treeOfJson(value: unknown): Tree {
  const tree: Tree = Object.create(null);
  for (const [name, inner] of Object.entries(value ?? {})) {
    if (inner === null || inner === undefined) continue;
    tree[name] = typeof inner === 'object' ? treeOfJson(inner) : String(inner);
  }
  return tree;
}

/** The parameters of a request. Each reader refuses a malformed value as Stripe does. */
export class Params {
  private constructor(
    private readonly tree: Tree,
    private readonly path = '',
  ) {}

  static ofForm(text: string): Params {
    return new Params(treeOfForm(text));
  }

  static ofJson(text: string): Params {
    try {
      return new Params(treeOfJson(text === '' ? {} : JSON.parse(text)));
    } catch {
      throw invalid('Invalid JSON in the request body.');
    }
  }

  text(name: string): string | undefined {
    const value = this.tree[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw invalid(`Invalid string: ${this.nameOf(name)}`, undefined, this.nameOf(name));
    return value;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) {
      throw invalid(`Missing required param: ${this.nameOf(name)}.`, 'parameter_missing', this.nameOf(name));
    }
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(value)) {
      throw invalid(`Invalid integer: ${value}`, 'parameter_invalid_integer', this.nameOf(name));
    }
    return Number(value);
  }

  flag(name: string): boolean {
    const value = this.text(name) ?? 'false';
    if (value !== 'true' && value !== 'false') {
      throw invalid(`Invalid boolean: ${value}`, undefined, this.nameOf(name));
    }
    return value === 'true';
  }

  group(name: string): Params | undefined {
    const value = this.tree[name];
    return typeof value === 'object' ? new Params(value, this.nameOf(name)) : undefined;
  }

  list(name: string): string[] {
    const value = this.tree[name];
    if (typeof value === 'string') throw invalid(`Invalid array: ${name}`, undefined, this.nameOf(name));
    return Object.values(value ?? {}).filter((item) => typeof item === 'string');
  }

  metadata(before: Metadata = {}, name = 'metadata'): Metadata {
    const after: Metadata = { ...before };
    for (const [key, value] of Object.entries(this.group(name)?.tree ?? {})) {
      if (typeof value !== 'string' || key.length > METADATA_LIMITS.key || value.length > METADATA_LIMITS.value) {
        throw invalid('Metadata keys have up to 40 and values up to 500 characters.', undefined, name);
      }
      if (value === '') delete after[key];
      else after[key] = value;
    }
    if (Object.keys(after).length > METADATA_LIMITS.keys) {
      throw invalid('You can have up to 50 metadata keys.', undefined, name);
    }
    return after;
  }

  private nameOf(name: string): string {
    return this.path === '' ? name : `${this.path}[${name}]`;
  }
}
