import { gzipSync } from 'node:zlib'
import type { Operation } from '@fieldhouse/contract/operation'
import fc from 'fast-check'
import {
  type BadRequest,
  badValuesFor,
  bodyOf,
  type Change,
  type Field,
  fieldsOf,
  isBodyAccepted,
  requestWith,
} from './bad-requests.ts'
import { BROKEN_JSON, NESTING_DEPTH, NON_OBJECTS, OTHER_CONTENT_TYPES } from './bad-values.ts'

type RequestBody = Pick<BadRequest, 'body' | 'contentType'>

const TOO_LARGE = `{"padding":"${'x'.repeat(1024 * 1024)}"}`

/** Bodies that are invalid as a whole, with the status for an authorized user; null if any status is allowed. */
export function badBodies(
  operation: Operation,
): { name: string; status: number | null; sent: RequestBody }[] {
  const valid = bodyOf(operation)
  const keys = fieldsOf(operation)
    .filter(({ location }) => location === 'body')
    .map(({ name }) => JSON.stringify(name))
  const json = (body: string | Buffer, status: number | null, name = String(body)) => ({
    name: name.slice(0, 60),
    status,
    sent: { body, contentType: 'application/json' },
  })
  const typed = (contentType: string | undefined, status: number | null, body: string | Buffer = valid) => ({
    name: contentType ?? 'no content type',
    status,
    sent: { body, contentType },
  })
  return [
    ...BROKEN_JSON.map((text) => json(text, 400)),
    ...NON_OBJECTS.map((text) => json(text, isBodyAccepted(operation, text) ? null : 400)),
    ...OTHER_CONTENT_TYPES.map((type) => typed(type, 415)),
    json(TOO_LARGE, 413),
    json(`${valid.slice(0, -1)},${valid.slice(1)}`, null, 'every key twice'),
    json(
      `${valid.slice(0, -1)}${keys.map((key) => `,${key}:[{}]`).join('')}}`,
      null,
      'every key repeated with an invalid value',
    ),
    json(
      `{${keys.map((key) => `${key}:[{}],`).join('')}${valid.slice(1)}`,
      null,
      'every key preceded by an invalid value',
    ),
    json(`{"\\u005f_proto__":{"isAdmin":true},${valid.slice(1)}`, 400),
    json(`{"__proto__":{"isAdmin":true},${valid.slice(1)}`, 400),
    json(`{"constructor":{"prototype":{"isAdmin":true}},${valid.slice(1)}`, 400),
    json(
      `{"unknown":${'['.repeat(NESTING_DEPTH)}${']'.repeat(NESTING_DEPTH)},${valid.slice(1)}`,
      null,
      'deeply nested unknown key',
    ),
    json(`\ufeff${valid}`, null, 'byte order mark'),
    json(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400, 'invalid UTF-8'),
    json(Buffer.from(valid.replaceAll('a', 'é'), 'latin1'), null, 'Latin-1'),
    typed('application/json; charset=utf-16', 400, Buffer.from(valid, 'utf16le')),
    typed('application/json; charset=utf-16be', 400, Buffer.from(valid, 'utf16le').swap16()),
    typed('application/json; charset=utf-7', null),
    typed('application/json; charset=nonsense', null),
    json(gzipSync(valid), 400, 'gzip'),
    json(`{"unknown":"${'\\ud800'.repeat(1000)}",${valid.slice(1)}`, null, 'unpaired surrogates'),
    json(`{"unknown":${'9'.repeat(100_000)},${valid.slice(1)}`, null, 'huge number'),
    json(
      `{${Array.from({ length: 3000 }, (_, index) => `"k${index}":0,`).join('')}${valid.slice(1)}`,
      null,
      'many keys',
    ),
    typed('application/json; charset="', null),
    typed('APPLICATION/JSON', null),
  ]
}

/** Malformed multipart forms, for operations that accept files. */
export function badForms(): RequestBody[] {
  const form = (text: string, contentType = 'multipart/form-data; boundary=x'): RequestBody => ({
    body: text.replaceAll('\n', '\r\n'),
    contentType,
  })
  const part = (head: string, content = 'hello') => `--x\n${head}\n\n${content}\n`
  const file = (name: string, field = 'files') =>
    part(`Content-Disposition: form-data; name="${field}"; filename="${name}"`)
  const end = '--x--\n'
  return [
    form(''),
    form(end),
    form('--x'),
    form(file('a.jpg')),
    form(file('a.jpg').slice(0, 40)),
    form(file('a.jpg') + end, 'multipart/form-data'),
    form(file('a.jpg') + end, 'multipart/form-data; boundary='),
    form(file('a.jpg') + end, `multipart/form-data; boundary=${'y'.repeat(300)}`),
    form(file('a.jpg') + end, 'multipart/mixed; boundary=x'),
    form(part('Content-Type: image/jpeg') + end),
    form(part('Content-Disposition: form-data') + end),
    form(part('Content-Disposition: nonsense; name') + end),
    form(part(`Content-Disposition: form-data; name="files"; filename*=UTF-8''%ff%00`) + end),
    form(part(`X: ${'y'.repeat(100_000)}`) + end),
    form(part('Content-Disposition: form-data; name="files"') + end),
    form(part('Content-Disposition: form-data; name="__proto__"') + end),
    form(part('Content-Disposition: form-data; name="name"', 'x'.repeat(100_000)) + end),
    ...['../../etc/passwd', '..\\..\\x', 'a\0.jpg', '', '.', '\u202egpj.exe', 'x'.repeat(5000)].flatMap(
      (name) => [form(file(name) + end), form(file(name, 'file') + end)],
    ),
    form(file('a.csv').repeat(2000) + end),
    form(part('Content-Disposition: form-data; name="a"').repeat(5000) + end),
  ]
}

/** Requests with any number of bad fields, or with a bad body; both hand-picked and random. */
export function badRequestArbitrary(operation: Operation): fc.Arbitrary<BadRequest> {
  const changes = fieldsOf(operation).map((field) => fc.option(changeArbitrary(field), { freq: 2 }))
  const badBody = fc.option(fc.constantFrom(...badBodies(operation).map((each) => each.sent)), { freq: 8 })
  return fc.tuple(fc.tuple(...changes), badBody).map(([fieldChanges, body]) => {
    const request = requestWith(
      operation,
      fieldChanges.filter((change) => change !== null),
    )
    return request.body === undefined || body === null ? request : { ...request, ...body }
  })
}

function changeArbitrary(field: Field): fc.Arbitrary<Change> {
  const picked = fc.constantFrom(...badValuesFor(field))
  const text = fc.string({ unit: 'binary' }).map((each) => JSON.stringify(each))
  const random = field.location === 'body' ? fc.oneof(fc.json(), text) : fc.webFragments()
  return fc.oneof(picked, random).map((each) => ({ ...field, text: each }))
}
