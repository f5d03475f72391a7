import { getMentionables } from '@fieldhouse/contract/mentions'
import { leagueOf } from '../../../auth/access.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import type { DisplayNameReader } from '../../../repositories/leagues/display-names.ts'
import type { SeasonReader } from '../../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../../repositories/seasons/team-reader.ts'
import type { MentionStore } from './mention-store.ts'
import { presentMentionables } from './present.ts'

export type MentionOptions = {
  store: MentionStore
  names: DisplayNameReader
  teams: TeamReader
  seasons: SeasonReader
  now: () => Date
}

export const mentionRoutes: Routes<MentionOptions> = (app, { store, names, teams, seasons, now }) => {
  app.route({
    ...getMentionables,
    async handler(request) {
      const { id } = leagueOf(request)
      const [userIds, season] = await Promise.all([
        store.listMembers(id),
        seasons.getCurrentSeason(id, now()),
      ])
      const [displayNames, leagueTeams] = await Promise.all([
        names.load(id, JSON.stringify(userIds)),
        teams.listTeams(id, season),
      ])
      return presentMentionables(userIds, displayNames, leagueTeams)
    },
  })
}
