import { expect, it, onTestFinished, vi } from 'vitest'
import type { LeagueEventListener } from '../../api/event-stream.ts'
import { leagueQueryKey } from '../../api/operations.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { tellInOrder, useLeagueEvents } from './use-league-events.ts'

const LEAGUE = 'Sunday'
const SEASON_DATA = ['meta', 'standings', 'scoreboard', 'roster', 'dues']
/** What is cached of the league, by the part of the key after it. */
const CACHED = [...SEASON_DATA, 'history', 'bets', 'rules', 'moderation']

function Listener() {
  useLeagueEvents(LEAGUE, 'outcome')
  return null
}

/** Returns a function that sends an event to the page. */
function stubEventSource() {
  const source = Object.assign(new EventTarget(), { close: () => undefined })
  // A constructor may return another object.
  vi.stubGlobal('EventSource', function FakeEventSource() {
    return source
  })
  // Events are not read immediately, because all open pages would do so.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    random.mockRestore()
  })
  return (name: string, data: unknown) =>
    source.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
}

it.each([
  ['bets', { season: 2026, week: 3 }, ['bets']],
  ['rules', { version: 2 }, ['rules']],
  ['dues', { season: 2026 }, ['dues']],
  ['history', { change: 'owners' }, ['meta', 'history']],
  ['history', { change: 'seasons' }, [...SEASON_DATA, 'history']],
  ['scoreboard', { season: 2026 }, [...SEASON_DATA, 'history']],
  ['refresh', { job: 'refresh', state: 'failed' }, SEASON_DATA],
  ['refresh', { job: 'backfill', state: 'done' }, ['history']],
  ['inbox', { user: null }, ['moderation']],
  ['slow_mode', { seconds: 60 }, ['moderation']],
])('after a %s event %j, the page reads %j again', async (name, data, expected) => {
  const send = stubEventSource()
  const { client } = await renderWithClient(<Listener />)
  const keyOf = (part: string) => [...leagueQueryKey(LEAGUE), part]
  for (const part of CACHED) client.setQueryData(keyOf(part), {})
  send(name, data)
  await expect
    .poll(() => CACHED.filter((part) => client.getQueryState(keyOf(part))?.isInvalidated))
    .toEqual(expected)
})

it('tells events in their order, even if the code is there for a later one first, and reads what was lost', async () => {
  const told: string[] = []
  const listener = { onReconnect: () => told.push('all again') } as unknown as LeagueEventListener
  let resolve: (value: LeagueEventListener) => void = () => undefined
  const first = new Promise<LeagueEventListener>((settle) => {
    resolve = settle
  })
  const loads = [first, Promise.resolve(listener), first.then(() => Promise.reject(new Error()))]
  const tell = tellInOrder(() => loads.shift() ?? Promise.resolve(listener))
  for (const event of ['added', 'changed', 'lost', 'removed']) tell(() => told.push(event))
  await Promise.resolve()
  expect(told).toEqual([])
  resolve(listener)
  await expect.poll(() => told).toEqual(['added', 'changed', 'all again', 'removed'])
})
