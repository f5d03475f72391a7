import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: Buffer }

type ReceiverResponse = { status: number; headers?: Record<string, string> }

export type WebhookReceiver = AsyncDisposable & {
  url: string
  /** What was posted, in its order. */
  received: ReceivedRequest[]
  /** How it answers from now on; null is never. */
  respondWith: (answer: ReceiverResponse | null) => void
}

/** A real HTTP server that keeps what is posted to it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = []
  let answer: ReceiverResponse | null = { status: 201 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      if (answer !== null) response.writeHead(answer.status, answer.headers).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    respondWith: (next) => {
      answer = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
