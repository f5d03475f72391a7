import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import fastify from 'fastify'
import type { RecordedResponse } from './baselines.ts'

/**
 * Serves recorded responses with identical bodies and headers, by bare Node or through the framework, as a
 * baseline for Fieldhouse. Usage: `node baseline-server.ts bare|framework FILE`. The file maps each path to
 * a response.
 */
const [, , kind, file = ''] = process.argv

/** Headers that a 304 response repeats. Source: RFC 9110, 15.4.5. */
const NOT_MODIFIED_HEADERS = new Set(['cache-control', 'etag', 'vary'])

const recordedResponses: Record<string, RecordedResponse> = JSON.parse(readFileSync(file, 'utf8'))
const responses = new Map(
  Object.entries(recordedResponses).map(([path, { body, headers }]) => {
    const notModifiedHeaders = Object.fromEntries(
      Object.entries(headers).filter(([name]) => NOT_MODIFIED_HEADERS.has(name)),
    )
    return [path, { bytes: Buffer.from(body), etag: headers.etag, headers, notModifiedHeaders }]
  }),
)

const server = kind === 'bare' ? createBareServer() : await createFrameworkServer()
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
process.once('SIGTERM', () => process.exit(0))

function createBareServer() {
  return createServer((request, response) => {
    const recorded = responses.get(request.url ?? '')
    if (recorded === undefined) return response.writeHead(404).end()
    if (request.headers['if-none-match'] === recorded.etag) {
      return response.writeHead(304, recorded.notModifiedHeaders).end()
    }
    return response
      .writeHead(200, { ...recorded.headers, 'content-length': recorded.bytes.length })
      .end(recorded.bytes)
  })
}

async function createFrameworkServer() {
  const app = fastify()
  app.get('/*', (request, reply) => {
    const recorded = responses.get(request.url)
    if (recorded === undefined) return reply.code(404).send()
    if (request.headers['if-none-match'] === recorded.etag) {
      return reply.code(304).headers(recorded.notModifiedHeaders).send()
    }
    return reply.headers(recorded.headers).send(recorded.bytes)
  })
  await app.ready()
  return app.server
}
