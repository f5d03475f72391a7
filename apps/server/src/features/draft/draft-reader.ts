import {
  type DraftBoard,
  describeDraft,
  draftBoards,
  type SeasonDraft,
} from '@fieldhouse/domain/insights/moves/draft-board'
import type { RosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import { mapInTurns } from '../../jobs/take-turns.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { GameReader, SeasonSchedule } from '../../repositories/seasons/game-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'

export type StoredDraft = {
  season: number
  schedule: SeasonSchedule
  /** null if the draft was never read. */
  isComplete: boolean | null
  /** null without picks. */
  board: DraftBoard | null
}

export interface DraftReader {
  /** The drafts of all stored seasons, newest first. */
  listDrafts(leagueId: number): Promise<StoredDraft[]>
}

type Readers = {
  seasons: Pick<SeasonReader, 'listSeasons'>
  games: Pick<GameReader, 'findSchedule'>
  archive: Pick<ArchiveReader, 'findDraft'>
  rosterWeeks: RosterWeekReader
}

/** Computes the draft boards of a league from what is stored. */
export function draftReader({ seasons, games, archive, rosterWeeks }: Readers): DraftReader {
  return {
    async listDrafts(leagueId) {
      const stored: Omit<StoredDraft, 'board'>[] = []
      const drafts: SeasonDraft[] = []
      // One after the other, so that other requests are answered in between.
      for (const season of await seasons.listSeasons(leagueId)) {
        const schedule = await games.findSchedule(leagueId, season)
        if (schedule === null) continue
        const draft = await archive.findDraft(leagueId, season)
        stored.push({ season, schedule, isComplete: draft?.isComplete ?? null })
        if (draft === null || draft.picks.length === 0) continue
        const weeks = await rosterWeeks.listRosterWeeks(leagueId, season)
        drafts.push({
          season,
          kind: draft.kind,
          picks: draft.picks,
          weeks,
          isRated: isRated(schedule, weeks),
        })
      }
      const boards = draftBoards(drafts, await mapInTurns(drafts, describeDraft))
      return stored.map((each) => ({
        ...each,
        board: boards.find(({ season }) => season === each.season) ?? null,
      }))
    },
  }
}

/** Whether the season is over, and the lineups of its whole regular season are stored. */
function isRated(
  { isFinished, periods, regularSeasonPeriods, format }: SeasonSchedule,
  weeks: readonly RosterWeek[],
): boolean {
  if (!isFinished || regularSeasonPeriods === null || (format !== 'points' && format !== 'total_points'))
    return false
  const known = new Set(weeks.map(({ week }) => week))
  const needed = periods.filter(({ period }) => period <= regularSeasonPeriods).flatMap((each) => each.weeks)
  return needed.length > 0 && needed.every((week) => known.has(week))
}
