import { expect, it } from 'vitest'
import { listen, type StreamBrowser } from './event-stream.ts'

/** A browser whose streams and timers do what the test says. */
function fakeBrowser() {
  const streams: (EventTarget & { address: string; readyState: number })[] = []
  const timers = new Map<number, { act: () => void; ms: number }>()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  let lastTimer = 0
  const browser: StreamBrowser = {
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
    document: page as StreamBrowser['document'],
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
    waits: () => [...timers.values()].map(({ ms }) => ms),
    /** Lets the time pass that every timer waits for. */
    pass: () => {
      const due = [...timers]
      timers.clear()
      for (const [, { act }] of due) act()
    },
    happen: (type: string) => streams.at(-1)?.dispatchEvent(new Event(type)),
    say: (type: string, data: unknown) =>
      streams.at(-1)?.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) })),
    show: (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

function listening() {
  const world = fakeBrowser()
  const heard: unknown[] = []
  const stop = listen(
    'Sunday Night/1',
    {
      hear: {
        scoreboard: (data) => heard.push(['scoreboard', data]),
        refresh: (data) => heard.push(['refresh', data.step]),
        feed: (data) => heard.push(['feed', data.id]),
        bets: (data) => heard.push(['bets', data.week]),
        history: (data) => heard.push(['history', data.change]),
      },
      onReturn: () => heard.push('return'),
      onSilence: () => heard.push('silence'),
    },
    world.browser,
  )
  return { ...world, heard, stop }
}

it('tells what each event says', () => {
  const { streams, happen, say, heard } = listening()
  expect(streams.map(({ address }) => address)).toEqual(['/api/league/Sunday%20Night%2F1/events/'])
  happen('open')
  say('scoreboard', { season: 2026 })
  say('bets', { season: 2026, week: 3 })
  say('feed', { change: 'added', type: 'post', id: 7 })
  say('history', { change: 'records' })
  say('refresh', { job: 'refresh', state: 'running', step: 'Teams', done: 1, total: 3 })
  expect(heard).toEqual([
    ['scoreboard', { season: 2026 }],
    ['bets', 3],
    ['feed', 7],
    ['history', 'records'],
    ['refresh', 'Teams'],
  ])
})

it('says each minute that it hears nothing, and lets the browser reconnect', () => {
  const { streams, waits, happen, pass, heard } = listening()
  happen('open')
  happen('error')
  happen('error')
  expect(waits()).toEqual([60_000])
  pass()
  pass()
  expect(heard).toEqual(['silence', 'silence'])
  expect(streams).toHaveLength(1)
  happen('open')
  expect(heard).toEqual(['silence', 'silence', 'return'])
  expect(waits()).toEqual([])
})

it('connects anew once a minute when the stream was refused', () => {
  const { streams, happen, pass, heard } = listening()
  const first = streams[0]
  if (first) first.readyState = 2
  happen('error')
  pass()
  expect(streams).toHaveLength(2)
  happen('open')
  expect(heard).toEqual(['silence', 'return'])
})

it('rests when the page is hidden for two minutes, and returns with it', () => {
  const { streams, waits, show, happen, pass, heard } = listening()
  happen('open')
  show('hidden')
  expect(waits()).toEqual([120_000])
  show('visible')
  expect([streams.length, waits()]).toEqual([1, []])
  show('hidden')
  pass()
  expect(streams[0]?.readyState).toBe(2)
  show('visible')
  expect(streams).toHaveLength(2)
  happen('open')
  expect(heard).toEqual(['return'])
})

it('leaves nothing behind when it stops', () => {
  const { streams, waits, show, happen, stop } = listening()
  happen('error')
  show('hidden')
  stop()
  expect(waits()).toEqual([])
  expect(streams[0]?.readyState).toBe(2)
  show('visible')
  expect(streams).toHaveLength(1)
})
