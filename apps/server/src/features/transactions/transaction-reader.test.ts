import { expect, it, vi } from 'vitest'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import { buildDraftPick, buildTransaction } from '../../testing/week-fixture.ts'
import { transactionReader } from './transaction-reader.ts'

it('reads each season of the traded picks once', async () => {
  const picks = [1, 2, 3, 1].map((round, index) => ({
    season: index === 3 ? 2026 : 2025,
    round,
    originalTeamId: 2,
    fromTeamId: 2,
    toTeamId: 1,
  }))
  const drafted = [1, 2, 3].map((round) =>
    buildDraftPick({ overall: round, round, playerId: 900 + round, originalTeamId: 2 }),
  )
  const trade = buildTransaction({ id: 'picks', season: 2024, kind: 'trade', moves: [], picks })
  const findDraft = vi.fn<ArchiveReader['findDraft']>((_, season) =>
    Promise.resolve(season === 2025 ? { isComplete: true, kind: null, picks: drafted } : null),
  )
  const listRosterWeeks = vi.fn<RosterWeekReader['listRosterWeeks']>(() => Promise.resolve([]))
  const schedule = {
    format: 'points' as const,
    isDrafted: true,
    isFinished: true,
    currentPeriod: null,
    currentWeek: null,
    finalWeek: null,
    draftAt: null,
    regularSeasonPeriods: null,
    playoffTeams: null,
    hasMedianGame: null,
    isBestBall: false,
    seeding: null,
    periods: [],
  }
  const reader = transactionReader({
    games: { findSchedule: () => Promise.resolve(schedule) },
    archive: {
      findDraft,
      listTransactions: () => Promise.resolve([trade]),
      listTransactionWeeks: () => Promise.resolve([]),
    },
    rosterWeeks: { listRosterWeeks },
  })

  const found = await reader.findTrade(1, 2024, 'picks')

  expect(found?.used.map((used) => used?.pick.playerId ?? null)).toEqual([901, 902, 903, null])
  expect(findDraft.mock.calls).toEqual([
    [1, 2025],
    [1, 2026],
  ])
  expect(listRosterWeeks.mock.calls).toEqual([
    [1, 2024],
    [1, 2025],
  ])
})
