import { expect, it, vi } from 'vitest'
import type { ArchiveReader } from '../../repositories/archive-reader.ts'
import { buildDraftPick } from '../../testing/week-fixture.ts'
import { findUsedPicks } from './read-transactions.ts'

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
  const findDraft = vi.fn<ArchiveReader['findDraft']>((_, season) =>
    Promise.resolve(season === 2025 ? { isComplete: true, kind: null, picks: drafted } : null),
  )
  const listRosterWeeks = vi.fn<ArchiveReader['listRosterWeeks']>(() => Promise.resolve([]))

  const used = await findUsedPicks({ findDraft, listRosterWeeks }, 1, picks)

  expect(used.map((each) => each?.pick.playerId ?? null)).toEqual([901, 902, 903, null])
  expect(findDraft.mock.calls).toEqual([
    [1, 2025],
    [1, 2026],
  ])
  expect(listRosterWeeks.mock.calls).toEqual([[1, 2025]])
})
