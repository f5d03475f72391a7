import type { SeasonScores } from '@fieldhouse/domain/betslip/lowest-scorer'
import { formatRecap } from '@fieldhouse/domain/notifications/format-recap'
import { buildRecap, earliestWeekEnd, recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { ScheduledJob } from '../../jobs/job.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { RecapStore, RecapWeek } from './recap-store.ts'

export type RecapOptions = {
  store: RecapStore
  /** Returns the scores of a season; null if it is not stored. */
  scoresOf: (leagueId: number, season: number) => Promise<SeasonScores | null>
  teams: TeamReader
  archive: ArchiveReader
  now: () => Date
}

/** Every ten minutes, publishes the recaps that are due and not yet published. */
export function recapJob(options: RecapOptions): ScheduledJob {
  const { store, now } = options
  return {
    name: 'recaps',
    schedule: '*/10 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const week = recapWeekAt(season, now())
      if (week === null) return
      for (const league of await store.listLeaguesWithoutRecap(
        { season, week },
        earliestWeekEnd(season, week),
      )) {
        signal.throwIfAborted()
        const recapWeek = { leagueId: league.leagueId, season, week }
        const text = await createRecapText(options, recapWeek, league.hasBetslip)
        if (text !== null) await store.publish(recapWeek, text, now())
      }
    },
  }
}

/** Returns null if there is no recap for the week yet. */
async function createRecapText(
  { scoresOf, teams, archive }: RecapOptions,
  { leagueId, season, week }: RecapWeek,
  hasBetslip: boolean,
): Promise<string | null> {
  const scores = await scoresOf(leagueId, season)
  const matchupPeriod = scores?.periods.find(({ weeks }) => weeks.at(-1) === week)
  if (scores === null || matchupPeriod === undefined) return null
  const lineups = await Promise.all(
    matchupPeriod.weeks.map(async (periodWeek) => ({
      week: periodWeek,
      teams: await archive.listLineups(leagueId, season, periodWeek),
    })),
  )
  const recap = buildRecap({
    week,
    scores,
    teams: await teams.listTeams(leagueId, season),
    lineups,
    hasBetslip,
  })
  return recap === null ? null : formatRecap(recap)
}
