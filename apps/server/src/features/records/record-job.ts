import { type BrokenRecord, brokenRecords } from '@fieldhouse/domain/history/broken-records'
import type { HistoryInput } from '@fieldhouse/domain/history/history-input'
import { buildOwners } from '@fieldhouse/domain/history/owners'
import { playedGames } from '@fieldhouse/domain/history/played-games'
import type { AnnouncedRecord } from '@fieldhouse/domain/notifications/activity-notifications'
import { earliestWeekEnd, recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { attemptEach } from '../../jobs/attempt-each.ts'
import type { ScheduledJob } from '../../jobs/job.ts'
import type { RecordStore } from './record-store.ts'

export type RecordJobOptions = {
  store: RecordStore
  historyOf: (leagueId: number) => Promise<HistoryInput>
  now: () => Date
}

/** Every ten minutes, finds the records that the last complete week has broken, once per league. */
export function recordJob({ store, historyOf, now }: RecordJobOptions): ScheduledJob {
  return {
    name: 'records',
    schedule: '*/10 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const week = recapWeekAt(season, now())
      if (week === null) return
      const leagues = await store.listLeaguesToCheck({ season, week }, earliestWeekEnd(season, week))
      await attemptEach(leagues, { failure: 'leagues could not be checked', signal }, async (leagueId) => {
        const broken = findBrokenRecords(await historyOf(leagueId), season, week)
        if (broken !== null) await store.save({ leagueId, season, week }, broken, now())
      })
    },
  }
}

/** Returns null while a game of the week is undecided. */
export function findBrokenRecords(
  input: HistoryInput,
  season: number,
  week: number,
): AnnouncedRecord[] | null {
  const stored = input.seasons.find((each) => each.season === season)
  const period = stored?.periods.find(({ weeks }) => weeks.at(-1) === week)?.period
  if (stored === undefined || period === undefined) return []
  const isOpen = stored.games.some(
    (game) => game.period === period && game.away !== null && game.result === 'undecided',
  )
  if (isOpen) return null
  return brokenRecords(playedGames(input, buildOwners(input)), { season, period }).map(toAnnounced)
}

function toAnnounced({ name, value, side, game }: BrokenRecord): AnnouncedRecord {
  const sides = side === null ? [game.home, game.away] : [game[side]]
  const holder = new Intl.ListFormat('en').format(sides.map(({ owner, team }) => owner?.name ?? team.name))
  return { name, holder, points: value, gameId: game.gameId, period: game.period }
}
