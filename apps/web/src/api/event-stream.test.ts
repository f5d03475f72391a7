import { expect, it } from 'vitest'
import { type EventStreamDependencies, subscribeToLeagueEvents } from './event-stream.ts'

/** A browser whose streams and timers do what the test says. */
function fakeBrowser() {
  const streams: (EventTarget & { address: string; readyState: number })[] = []
  const timers = new Map<number, { act: () => void; ms: number }>()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  let lastTimer = 0
  const browser: EventStreamDependencies = {
    connect: (address) => {
      const stream = Object.assign(new EventTarget(), {
        address,
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
    setTimeout: (act, ms) => {
      lastTimer += 1
      timers.set(lastTimer, { act, ms })
      return lastTimer
    },
    clearTimeout: (timer) => void timers.delete(timer ?? 0),
  }
  return {
    browser,
    streams,
    pendingDelays: () => [...timers.values()].map(({ ms }) => ms),
    /** Lets the time pass that every timer waits for. */
    runTimers: () => {
      const due = [...timers]
      timers.clear()
      for (const [, { act }] of due) act()
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

function startListening() {
  const world = fakeBrowser()
  const heard: unknown[] = []
  const stop = subscribeToLeagueEvents(
    'Sunday Night/1',
    {
      handlers: {
        scoreboard: (data) => heard.push(['scoreboard', data]),
        refresh: (data) => heard.push(['refresh', data.step]),
        feed: (data) => heard.push(['feed', data.id]),
        bets: (data) => heard.push(['bets', data.week]),
        history: (data) => heard.push(['history', data.change]),
      },
      onReconnect: () => heard.push('return'),
      onPoll: () => heard.push('silence'),
    },
    world.browser,
  )
  return { ...world, heard, stop }
}

it('tells what each event says', () => {
  const { streams, dispatch, emit, heard } = startListening()
  expect(streams.map(({ address }) => address)).toEqual(['/api/league/Sunday%20Night%2F1/events/'])
  dispatch('open')
  emit('scoreboard', { season: 2026 })
  emit('bets', { season: 2026, week: 3 })
  emit('feed', { change: 'added', type: 'post', id: 7 })
  emit('history', { change: 'records' })
  emit('refresh', { job: 'refresh', state: 'running', step: 'Teams', done: 1, total: 3 })
  expect(heard).toEqual([
    ['scoreboard', { season: 2026 }],
    ['bets', 3],
    ['feed', 7],
    ['history', 'records'],
    ['refresh', 'Teams'],
  ])
})

it('says each minute that it hears nothing, and lets the browser reconnect', () => {
  const { streams, pendingDelays, dispatch, runTimers, heard } = startListening()
  dispatch('open')
  dispatch('error')
  dispatch('error')
  expect(pendingDelays()).toEqual([60_000])
  runTimers()
  runTimers()
  expect(heard).toEqual(['silence', 'silence'])
  expect(streams).toHaveLength(1)
  dispatch('open')
  expect(heard).toEqual(['silence', 'silence', 'return'])
  expect(pendingDelays()).toEqual([])
})

it('connects anew once a minute when the stream was refused', () => {
  const { streams, dispatch, runTimers, heard } = startListening()
  const first = streams[0]
  if (first) first.readyState = 2
  dispatch('error')
  runTimers()
  expect(streams).toHaveLength(2)
  dispatch('open')
  expect(heard).toEqual(['silence', 'return'])
})

it('rests when the page is hidden for two minutes, and returns with it', () => {
  const { streams, pendingDelays, setVisibility, dispatch, runTimers, heard } = startListening()
  dispatch('open')
  setVisibility('hidden')
  expect(pendingDelays()).toEqual([120_000])
  setVisibility('visible')
  expect([streams.length, pendingDelays()]).toEqual([1, []])
  setVisibility('hidden')
  runTimers()
  expect(streams[0]?.readyState).toBe(2)
  setVisibility('visible')
  expect(streams).toHaveLength(2)
  dispatch('open')
  expect(heard).toEqual(['return'])
})

it('leaves nothing behind when it stops', () => {
  const { streams, pendingDelays, setVisibility, dispatch, stop } = startListening()
  dispatch('error')
  setVisibility('hidden')
  stop()
  expect(pendingDelays()).toEqual([])
  expect(streams[0]?.readyState).toBe(2)
  setVisibility('visible')
  expect(streams).toHaveLength(1)
})
