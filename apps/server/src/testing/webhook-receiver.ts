import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: Buffer }

type ReceiverResponse = { status: number; headers?: Record<string, string> }

export type WebhookReceiver = AsyncDisposable & {
  url: string
  /** The settings that send webhook messages to it. */
  settings: { DISCORD_BASE_URL: string; SLACK_BASE_URL: string; GROUPME_BASE_URL: string }
  /** All received requests, in order. */
  received: ReceivedRequest[]
  /** Sets the response to later requests; null leaves them without a response. */
  respondWith: (response: ReceiverResponse | null) => void
}

/** Starts a real HTTP server that records the requests it receives. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = []
  let configuredResponse: ReceiverResponse | null = { status: 201 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      if (configuredResponse !== null)
        response.writeHead(configuredResponse.status, configuredResponse.headers).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${baseUrl}/`,
    settings: { DISCORD_BASE_URL: baseUrl, SLACK_BASE_URL: baseUrl, GROUPME_BASE_URL: baseUrl },
    received,
    respondWith: (next) => {
      configuredResponse = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
