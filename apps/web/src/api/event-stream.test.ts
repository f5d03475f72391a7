import { expect, it, onTestFinished, vi } from 'vitest'
import {
  continueAfter,
  type EventStreamDependencies,
  type LeagueEventListener,
  subscribeToLeagueEvents,
} from './event-stream.ts'

/** A browser whose event streams and timers are controlled by the test. */
function fakeBrowser() {
  const streams: (EventTarget & { url: string; readyState: number })[] = []
  const timers = new Map<number, { callback: () => void; ms: number }>()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  let lastTimer = 0
  const browser: EventStreamDependencies = {
    connect: (url) => {
      const stream = Object.assign(new EventTarget(), {
        url,
        readyState: 0,
        CLOSED: 2,
        close() {
          stream.readyState = 2
        },
      })
      streams.push(stream)
      return stream as unknown as EventSource
    },
    document: page as EventStreamDependencies['document'],
    setTimeout: (callback, ms) => {
      lastTimer += 1
      timers.set(lastTimer, { callback, ms })
      return lastTimer
    },
    clearTimeout: (timer) => void timers.delete(timer ?? 0),
  }
  return {
    browser,
    streams,
    pendingDelays: () => [...timers.values()].map(({ ms }) => ms),
    /** Fires the pending timers with this delay. */
    runTimers: (delay: number) => {
      const due = [...timers].filter(([, { ms }]) => ms === delay)
      for (const [timer, { callback }] of due) {
        timers.delete(timer)
        callback()
      }
    },
    dispatch: (type: string) => streams.at(-1)?.dispatchEvent(new Event(type)),
    emit: (type: string, data: unknown) =>
      streams.at(-1)?.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) })),
    setVisibility: (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

/** The delays of the timers, in milliseconds. */
const [SILENCE, POLL, HIDDEN] = [30_000, 60_000, 120_000]

function startListening(timers: Partial<EventStreamDependencies> = {}) {
  const fake = fakeBrowser()
  const received: unknown[] = []
  const listener: LeagueEventListener = {
    handlers: {
      scoreboard: (data) => received.push(['scoreboard', data]),
      nfl: (data) => received.push(['nfl', data.week]),
      refresh: (data) => received.push(['refresh', data.step]),
      feed: (data) => received.push(['feed', data.id]),
      bets: (data) => received.push(['bets', data.week]),
      history: (data) => received.push(['history', data.change]),
    },
    onDisconnect: (isRejected) => received.push(isRejected ? 'rejected' : 'disconnect'),
    onReconnect: () => received.push('reconnect'),
    onPoll: () => received.push('poll'),
  }
  const unsubscribe = subscribeToLeagueEvents('Sunday Night/1', 'outcome', (message) => message(listener), {
    ...fake.browser,
    ...timers,
  })
  return { ...fake, received, unsubscribe }
}

it('passes the data of each event to its handler', () => {
  const { streams, dispatch, emit, received } = startListening()
  expect(streams.map(({ url }) => url)).toEqual(['/api/league/Sunday%20Night%2F1/events/?progress=outcome'])
  dispatch('open')
  emit('scoreboard', { season: 2026 })
  emit('bets', { season: 2026, week: 3 })
  emit('feed', { change: 'added', type: 'post', id: 7 })
  emit('history', { change: 'records' })
  emit('refresh', { job: 'refresh', state: 'running', step: 'Teams', done: 1, total: 3 })
  expect(received).toEqual([
    ['scoreboard', { season: 2026 }],
    ['bets', 3],
    ['feed', 7],
    ['history', 'records'],
    ['refresh', 'Teams'],
  ])
})

it('begins with what has happened since a page was rendered, until it is connected', () => {
  continueAfter(41)
  const rendered = startListening()
  rendered.runTimers(SILENCE)
  rendered.dispatch('open')
  const later = startListening()
  const afterOf = ({ url }: { url: string }) => new URL(url, 'http://localhost').searchParams.get('after')
  expect([...rendered.streams, ...later.streams].map(afterOf)).toEqual(['41', '41', null])
})

it('polls every minute while the browser reconnects a lost stream', () => {
  const { streams, pendingDelays, dispatch, runTimers, received } = startListening()
  dispatch('open')
  dispatch('error')
  dispatch('error')
  expect(pendingDelays()).toEqual([POLL])
  runTimers(POLL)
  runTimers(POLL)
  expect(received).toEqual(['disconnect', 'disconnect', 'poll', 'poll'])
  expect(streams).toHaveLength(1)
  dispatch('open')
  expect(received).toEqual(['disconnect', 'disconnect', 'poll', 'poll', 'reconnect'])
  expect(pendingDelays()).toEqual([SILENCE])
})

it('opens a new stream after a minute when the server rejected the connection', () => {
  const { streams, dispatch, runTimers, received } = startListening()
  const first = streams[0]
  if (first) first.readyState = 2
  dispatch('error')
  runTimers(POLL)
  expect(streams).toHaveLength(2)
  dispatch('open')
  expect(received).toEqual(['rejected', 'poll', 'reconnect'])
})

it('treats a stream without heartbeats as lost, and opens a new one', () => {
  const { streams, pendingDelays, dispatch, runTimers, received } = startListening()
  dispatch('open')
  runTimers(SILENCE)
  expect(received).toEqual(['disconnect'])
  expect(streams.map(({ readyState }) => readyState)).toEqual([2, 0])
  // The new one hangs before it is open.
  runTimers(SILENCE)
  expect(received).toEqual(['disconnect', 'disconnect'])
  expect(streams).toHaveLength(3)
  runTimers(POLL)
  dispatch('open')
  expect(received).toEqual(['disconnect', 'disconnect', 'poll', 'reconnect'])
  expect(pendingDelays()).toEqual([SILENCE])
})

it('waits for the next heartbeat from the last one', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { streams, dispatch, received } = startListening({
    setTimeout: (callback, ms) => Number(setTimeout(callback, ms)),
    clearTimeout: (timer) => clearTimeout(timer),
  })
  dispatch('open')
  for (let sent = 0; sent < 3; sent += 1) {
    vi.advanceTimersByTime(29_999)
    dispatch('heartbeat')
  }
  vi.advanceTimersByTime(29_999)
  expect([received, streams.length]).toEqual([[], 1])
  vi.advanceTimersByTime(1)
  expect([received, streams.length]).toEqual([['disconnect'], 2])
})

it('disconnects after the page is hidden for two minutes, and reconnects when it is visible', () => {
  const { streams, pendingDelays, setVisibility, dispatch, runTimers, received } = startListening()
  dispatch('open')
  setVisibility('hidden')
  expect(pendingDelays()).toEqual([SILENCE, HIDDEN])
  setVisibility('visible')
  expect([streams.length, pendingDelays()]).toEqual([1, [SILENCE]])
  setVisibility('hidden')
  runTimers(HIDDEN)
  expect(pendingDelays()).toEqual([])
  expect(streams[0]?.readyState).toBe(2)
  setVisibility('visible')
  expect(streams).toHaveLength(2)
  dispatch('open')
  expect(received).toEqual(['reconnect'])
})

it('clears its timers and closes the stream on unsubscribe', () => {
  const { streams, pendingDelays, setVisibility, dispatch, unsubscribe } = startListening()
  dispatch('error')
  setVisibility('hidden')
  unsubscribe()
  expect(pendingDelays()).toEqual([])
  expect(streams[0]?.readyState).toBe(2)
  setVisibility('visible')
  expect(streams).toHaveLength(1)
})
