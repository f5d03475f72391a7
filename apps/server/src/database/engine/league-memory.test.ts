import type { DataKind } from '@fieldhouse/contract/operation'
import { beforeEach, expect, it } from 'vitest'
import { type LeagueMemory, leagueMemory } from './league-memory.ts'

let versions: Record<string, number> | null
let readCount: number
let memory: LeagueMemory
beforeEach(() => {
  versions = {}
  readCount = 0
  memory = leagueMemory(() => {
    const current = versions
    return current === null
      ? null
      : { of: (kinds: readonly DataKind[]) => kinds.map((kind) => current[kind] ?? 0).join(' ') }
  })
})

const reader = {
  async listTeams(leagueId: number, season: number) {
    readCount += 1
    return [{ leagueId, season, names: ['Anchors'] }]
  },
  async findNewest(leagueId: number, now: Date) {
    const [team] = await this.listTeams(leagueId, now.getUTCFullYear())
    return team?.season
  },
}

it('reads the same once until data of its kinds change', async () => {
  const teams = memory.remember(reader, ['season'])
  const first = await teams.listTeams(1, 2026)
  expect(await teams.listTeams(1, 2026)).toBe(first)
  versions = { feed: 1 }
  expect(await teams.listTeams(1, 2026)).toBe(first)
  expect(readCount).toBe(1)
  versions = { feed: 1, season: 1 }
  expect(await teams.listTeams(1, 2026)).toEqual(first)
  expect(readCount).toBe(2)
})

it('reads once for calls at the same time', async () => {
  const teams = memory.remember(reader, ['season'])
  await Promise.all([teams.listTeams(1, 2026), teams.listTeams(1, 2026)])
  expect(readCount).toBe(1)
})

it('reads again for another league, season or reader, and for unknown versions', async () => {
  const teams = memory.remember(reader, ['season'])
  await teams.listTeams(1, 2026)
  await teams.listTeams(2, 2026)
  await teams.listTeams(1, 2025)
  await memory.remember(reader, ['season']).listTeams(1, 2026)
  expect(readCount).toBe(4)
  versions = null
  await teams.listTeams(1, 2026)
  expect(readCount).toBe(5)
})

it('passes what it has returned before a change', async () => {
  const passed: unknown[] = []
  const read = () =>
    memory.get<string[]>(1, ['season'], 'names', async (_, last) => {
      passed.push(last)
      return ['Anchors']
    })
  const first = await read()
  versions = { season: 1 }
  await Promise.all([read(), read()])
  expect(passed).toEqual([null, ['Anchors']])
  expect(passed[1]).toBe(first)
})

it('returns frozen values', async () => {
  const [team] = await memory.remember(reader, ['season']).listTeams(1, 2026)
  expect(() => team?.names.push('Boats')).toThrow(TypeError)
})

it('does not remember a call with a date, but what that call reads', async () => {
  const teams = memory.remember(reader, ['season'])
  await teams.findNewest(1, new Date('2026-10-11'))
  expect(await teams.findNewest(1, new Date('2026-10-12'))).toBe(2026)
  expect(readCount).toBe(1)
})

it('reads again after a failure', async () => {
  let hasFailed = false
  const failing = memory.remember(
    {
      async find(leagueId: number) {
        if (hasFailed) return leagueId
        hasFailed = true
        throw new Error('the database is away')
      },
    },
    ['season'],
  )
  await expect(failing.find(1)).rejects.toThrow('the database is away')
  expect(await failing.find(1)).toBe(1)
})

it('counts what values compute later, and forgets the oldest ones when all are too large', async () => {
  const read = (leagueId: number) =>
    memory.get(leagueId, ['season'], 'notes', async (keep) => {
      readCount += 1
      return { write: () => keep({ text: 'x'.repeat(30 * 1024 * 1024) }) }
    })
  for (const leagueId of [1, 2, 3]) (await read(leagueId)).write()
  await read(3)
  await read(2)
  expect(readCount).toBe(3)
  await read(1)
  expect(readCount).toBe(4)
})

it('counts and freezes values that contain each other', async () => {
  const team: { name: string; rival: object | null } = { name: 'Anchors', rival: null }
  team.rival = { name: 'Boats', rival: team }
  const remembered = await memory.get(1, ['season'], 'rivals', async () => team)
  expect(Object.isFrozen(remembered.rival)).toBe(true)
})
