import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import fastify from 'fastify'

/**
 * Sends bytes that are there already, by Node alone or through the framework: what our own server is
 * measured against. `node baseline-server.mjs bare|framework FILE`, where the file holds an answer a path.
 */
const [, , kind, file = ''] = process.argv

/** @type {Record<string, { body: string, etag: string }>} */
const answers = JSON.parse(readFileSync(file, 'utf8'))
const bodies = new Map(
  Object.entries(answers).map(([path, { body, etag }]) => [path, { body: Buffer.from(body), etag }]),
)
const TYPE = 'application/json; charset=utf-8'

const server = kind === 'bare' ? bare() : await framework()
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
process.once('SIGTERM', () => process.exit(0))

function bare() {
  return createServer((request, response) => {
    const answer = bodies.get(request.url ?? '')
    if (answer === undefined) return response.writeHead(404).end()
    if (request.headers['if-none-match'] === answer.etag) {
      return response.writeHead(304, { etag: answer.etag }).end()
    }
    return response
      .writeHead(200, { 'content-type': TYPE, 'content-length': answer.body.length, etag: answer.etag })
      .end(answer.body)
  })
}

async function framework() {
  const app = fastify()
  app.get('/*', (request, reply) => {
    const answer = bodies.get(request.url)
    if (answer === undefined) return reply.code(404).send()
    reply.header('etag', answer.etag)
    if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
    return reply.type(TYPE).send(answer.body)
  })
  await app.ready()
  return app.server
}
