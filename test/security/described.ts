/** The parts of our schemas; the description uses no others. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  oneOf?: Schema[];
  items?: Schema;
  nullable?: boolean;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  $ref?: string;
}
export interface Route {
  /** method and path as in the description */
  name: string;
  method: string;
  path: string;
  /** ids in the path */
  inPath: readonly string[];
  query: readonly string[];
  /** of a JSON body; null: none */
  body: Schema | null;
  takesImage: boolean;
  /** below the admin's paths, where staff may name anything */
  isForStaff: boolean;
  needsRole: boolean;
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  'x-roles'?: string[];
  parameters?: { in?: string; name?: string }[];
}

/** The parts of OpenAPI that are read here. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Every described route. */
export function routesOf({ paths, components }: Description): Route[] {
  const named = components.schemas;
  const found = (schema?: Schema) => (schema?.$ref ? named[schema.$ref.split('/').at(-1) ?? ''] : schema) ?? null;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([word, { requestBody, parameters = [], 'x-roles': roles }]) => {
      const method = word.toUpperCase();
      const parametersIn = (where: string) =>
        parameters.flatMap((one) => (one.in === where && one.name ? [one.name] : []));
      return {
        name: `${method} ${path}`,
        method,
        path,
        inPath: parametersIn('path'),
        query: parametersIn('query'),
        body: found(requestBody?.content['application/json']?.schema),
        takesImage: requestBody?.content['image/png'] !== undefined,
        isForStaff: path === '/users' || path.startsWith('/api/admin/'),
        needsRole: roles !== undefined,
      };
    }),
  );
}

const NAMES = /^id$|Id$|token$|hash/i;

/** The places in a request that may name a person's things, except for encrypted ones and the staff's. */
export function placesOf({ name, inPath, body, isForStaff }: Route): string[] {
  const fields = Object.entries(body?.properties ?? {});
  const isNamed = (field: string, { format }: Schema) => format === 'jwe' || (!isForStaff && NAMES.test(field));
  const inBody = fields.filter(([field, schema]) => isNamed(field, schema)).map(([field]) => field);
  return [...new Set([...(isForStaff ? [] : inPath), ...inBody])].map((place) => `${name} ${place}`);
}
