import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { TestApp, TestClient } from './start-app.ts'

export type ReceivedEvent = { id: number; event: string; data: unknown }

export type EventListener = {
  status: number
  headers: IncomingMessage['headers']
  /** The next event; rejects if the stream ends first. */
  next: () => Promise<ReceivedEvent>
  /** The next event of that name; rejects if the stream ends first. */
  nextNamed: (event: string) => Promise<ReceivedEvent>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  /** Disconnects, as a closed page does. */
  close: () => void
}

/** Opens the event stream of the league Harbour over a real connection. */
export function listenToEvents(
  testApp: TestApp,
  { cookies }: Pick<TestClient, 'cookies'>,
  lastEventId: number | null = null,
  progress: 'steps' | 'outcome' = 'steps',
): Promise<EventListener> {
  const { address, port } = testApp.app.server.address() as { address: string; port: number }
  return listenToEventsAt(`http://${address}:${port}`, cookies, lastEventId, progress)
}

/** The same for any server, by its base URL without a trailing slash. */
export async function listenToEventsAt(
  baseUrl: string,
  cookies: ReadonlyMap<string, string>,
  lastEventId: number | null = null,
  progress: 'steps' | 'outcome' = 'steps',
): Promise<EventListener> {
  const request = get(`${baseUrl}/api/league/Harbour/events/?progress=${progress}`, {
    agent: false,
    headers: {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      ...(lastEventId === null ? {} : { 'last-event-id': String(lastEventId) }),
    },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const received: ReceivedEvent[] = []
  const waiters: (() => void)[] = []
  let isEnded = false
  const ended = readEvents(response, (event) => {
    received.push(event)
    for (const wake of waiters.splice(0)) wake()
  }).finally(() => {
    isEnded = true
    for (const wake of waiters.splice(0)) wake()
  })
  ended.catch(() => undefined)
  const next = async (): Promise<ReceivedEvent> => {
    for (;;) {
      const event = received.shift()
      if (event !== undefined) return event
      if (isEnded) throw new Error('the stream has ended')
      await new Promise<void>((resolve) => waiters.push(resolve))
    }
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    next,
    async nextNamed(name) {
      for (;;) {
        const event = await next()
        if (event.event === name) return event
      }
    },
    ended,
    close: () => void request.destroy(),
  }
}

async function readEvents(response: IncomingMessage, onEvent: (event: ReceivedEvent) => void): Promise<void> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk)
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
      )
      const event = fields.get('event')
      if (event === undefined) continue
      onEvent({ id: Number(fields.get('id')), event, data: JSON.parse(fields.get('data') ?? 'null') })
    }
  }
}
