import { countAwards, getWeeklyAwards } from '@fieldhouse/contract/awards'
import { leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { AwardReader } from './award-reader.ts'
import { presentAwardCounts, presentWeeklyAwards, type TeamOwners } from './present-awards.ts'

export type AwardOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason' | 'listSeasons'>
  awards: AwardReader
  listOwners: (leagueId: number) => Promise<TeamOwners>
  now: () => Date
}

export const awardRoutes: Routes<AwardOptions> = (app, options) => {
  const { seasons, awards, listOwners, now } = options

  app.route({
    ...getWeeklyAwards,
    async handler(request) {
      const { id } = leagueOf(request)
      const season = request.query.season ?? (await seasons.getCurrentSeason(id, now()))
      return presentWeeklyAwards(season, await awards.getSeason(id, season), request.query.week)
    },
  })

  app.route({
    ...countAwards,
    async handler(request) {
      const { id } = leagueOf(request)
      const { season } = request.query
      const years =
        season === undefined ? (await seasons.listSeasons(id)).toSorted((a, b) => a - b) : [season]
      const counted = []
      // One after the other, so that other requests are answered in between.
      for (const year of years) counted.push({ season: year, ...(await awards.getSeason(id, year)) })
      const owners = await listOwners(id)
      request.revalidate = owners.areCurrent
      return presentAwardCounts(counted, owners)
    },
  })
}
