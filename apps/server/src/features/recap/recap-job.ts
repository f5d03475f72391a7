import { formatRecap } from '@fieldhouse/domain/format-recap'
import type { SeasonScores } from '@fieldhouse/domain/lowest-scorer'
import { buildRecap } from '@fieldhouse/domain/recap'
import { earliestWeekEnd, recapWeekAt } from '@fieldhouse/domain/recap-week'
import { seasonAt } from '@fieldhouse/domain/season'
import type { ArchiveReader } from '../../database/archive-reader.ts'
import type { TeamReader } from '../../database/team-reader.ts'
import type { Job } from '../../jobs/job.ts'
import type { RecapStore, RecapWeek } from './recap-store.ts'

export type RecapOptions = {
  store: RecapStore
  /** What a season's weeks are told by; null when it is not stored. */
  scoresOf: (leagueId: number, season: number) => Promise<SeasonScores | null>
  teams: TeamReader
  archive: ArchiveReader
  now: () => Date
}

/** Looks every ten minutes for a week that ended and is not told yet. */
export function recapJob(options: RecapOptions): Job {
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
        const told = { leagueId: league.leagueId, season, week }
        const text = await createRecapText(options, told, league.hasBetslip)
        if (text !== null) await store.publish(told, text, now())
      }
    },
  }
}

/** null while there is nothing to tell of the week. */
async function createRecapText(
  { scoresOf, teams, archive }: RecapOptions,
  { leagueId, season, week }: RecapWeek,
  hasBetslip: boolean,
): Promise<string | null> {
  const scores = await scoresOf(leagueId, season)
  const round = scores?.periods.find(({ weeks }) => weeks.at(-1) === week)
  if (scores === null || round === undefined) return null
  const lineups = await Promise.all(
    round.weeks.map(async (each) => ({
      week: each,
      teams: await archive.listLineups(leagueId, season, each),
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
