import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { TestApp, TestClient } from './start-app.ts'

export type ReceivedEvent = { id: number; event: string; data: unknown }

export type EventListener = {
  status: number
  headers: IncomingMessage['headers']
  /** The next event; rejects when the stream ends before. */
  next: () => Promise<ReceivedEvent>
  /** Waits for an event of that name. */
  nextNamed: (event: string) => Promise<ReceivedEvent>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  /** Goes away, as a closed page does. */
  close: () => void
}

/** Opens the event stream of the league Harbour over a real connection. */
export function listenToEvents(
  world: TestApp,
  { cookies }: Pick<TestClient, 'cookies'>,
  lastEventId: number | null = null,
): Promise<EventListener> {
  const { address, port } = world.app.server.address() as { address: string; port: number }
  return listenToEventsAt(`http://${address}:${port}`, cookies, lastEventId)
}

/** The same of any server, by its address without a slash at its end. */
export async function listenToEventsAt(
  address: string,
  cookies: ReadonlyMap<string, string>,
  lastEventId: number | null = null,
): Promise<EventListener> {
  const request = get(`${address}/api/league/Harbour/events/`, {
    agent: false,
    headers: {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      ...(lastEventId === null ? {} : { 'last-event-id': String(lastEventId) }),
    },
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const heard: ReceivedEvent[] = []
  const waiting: (() => void)[] = []
  let isOver = false
  const ended = readEvents(answer, (event) => {
    heard.push(event)
    for (const wake of waiting.splice(0)) wake()
  }).finally(() => {
    isOver = true
    for (const wake of waiting.splice(0)) wake()
  })
  ended.catch(() => undefined)
  const next = async (): Promise<ReceivedEvent> => {
    for (;;) {
      const event = heard.shift()
      if (event !== undefined) return event
      if (isOver) throw new Error('the stream has ended')
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
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

async function readEvents(answer: IncomingMessage, hear: (event: ReceivedEvent) => void): Promise<void> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) {
    text += String(chunk)
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
      )
      const event = fields.get('event')
      if (event === undefined) continue
      hear({ id: Number(fields.get('id')), event, data: JSON.parse(fields.get('data') ?? 'null') })
    }
  }
}
