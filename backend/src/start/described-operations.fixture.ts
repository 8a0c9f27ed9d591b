import type { OpenAPIObject } from '@nestjs/swagger';

export type FieldSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  maxLength?: number;
  $ref?: string;
  properties?: Record<string, FieldSchema>;
};

export function operations({ paths, components }: OpenAPIObject) {
  const named = (components?.schemas ?? {}) as Record<string, FieldSchema>;
  const found = (schema?: FieldSchema) => (schema?.$ref ? named[schema.$ref.split('/').at(-1) ?? ''] : schema);
  return Object.entries(paths)
    .filter(([path]) => !path.endsWith('/stream'))
    .flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>).map(([method, { requestBody, parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        fields: found(requestBody?.content['application/json']?.schema)?.properties ?? {},
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      })),
    );
}
interface Operation {
  requestBody?: { content: Record<string, { schema: FieldSchema }> };
  parameters?: { in: string; name: string }[];
}

export const filled = (path: string, id = 'nowhere') => path.replace(/\{\w+\}/g, id);
/** What is read before the field in question must not be in the way. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  productImage: '',
  sizeType: '',
  releaseAt: null,
  releaseTz: 'UTC',
  reservationClosesAt: null,
  percent: 10,
  updates: { name: 'Eve Holt' },
  billingAddress: null,
};
export function sampleOf(fields: Readonly<Record<string, FieldSchema>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, sampleOfOne(name, schema)]));
}
function sampleOfOne(name: string, { type, format, enum: choices }: FieldSchema): unknown {
  if (Object.hasOwn(SAMPLES, name)) return SAMPLES[name];
  if (choices) return choices[0];
  if (format === 'email') return 'eve@example.org';
  if (type === 'number' || type === 'integer') return 7;
  if (type === 'boolean') return true;
  return type === 'object' ? {} : 'text';
}
