import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import fastify from 'fastify'

/**
 * Sends answers that are there already, header for header, by Node alone or through the framework: what our
 * own server is measured against. `node baseline-server.mjs bare|framework FILE`, where the file holds an
 * answer a path.
 */
const [, , kind, file = ''] = process.argv

/** What a 304 repeats. Source: RFC 9110, 15.4.5. */
const NOT_MODIFIED_HEADERS = new Set(['cache-control', 'etag', 'vary'])

/** @type {Record<string, import('./baselines.mjs').RecordedResponse>} */
const recordedResponses = JSON.parse(readFileSync(file, 'utf8'))
const responses = new Map(
  Object.entries(recordedResponses).map(([path, { body, headers }]) => {
    const unchanged = Object.fromEntries(
      Object.entries(headers).filter(([name]) => NOT_MODIFIED_HEADERS.has(name)),
    )
    return [path, { bytes: Buffer.from(body), etag: headers.etag, headers, unchanged }]
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
    const answer = responses.get(request.url ?? '')
    if (answer === undefined) return response.writeHead(404).end()
    if (request.headers['if-none-match'] === answer.etag) {
      return response.writeHead(304, answer.unchanged).end()
    }
    return response
      .writeHead(200, { ...answer.headers, 'content-length': answer.bytes.length })
      .end(answer.bytes)
  })
}

async function createFrameworkServer() {
  const app = fastify()
  app.get('/*', (request, reply) => {
    const answer = responses.get(request.url)
    if (answer === undefined) return reply.code(404).send()
    if (request.headers['if-none-match'] === answer.etag) {
      return reply.code(304).headers(answer.unchanged).send()
    }
    return reply.headers(answer.headers).send(answer.bytes)
  })
  await app.ready()
  return app.server
}
