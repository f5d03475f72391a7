import { getDraft } from '@fieldhouse/contract/draft'
import { extremePicks } from '@fieldhouse/domain/insights/moves/draft-board'
import { leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { DraftReader } from './draft-reader.ts'
import { type DraftNames, EXTREME_PICKS, presentDraft } from './present.ts'

export type DraftOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  drafts: DraftReader
  teams: Pick<TeamReader, 'listTeams'>
  players: Pick<PlayerReader, 'findByIds'>
  listOwners: (leagueId: number) => Promise<{ find: DraftNames['findOwner'] }>
  now: () => Date
}

export const draftRoutes: Routes<DraftOptions> = (app, options) => {
  const { seasons, drafts, teams, players, listOwners, now } = options

  app.route({
    ...getDraft,
    async handler(request) {
      const { id } = leagueOf(request)
      const season = request.query.season ?? (await seasons.getCurrentSeason(id, now()))
      const all = await drafts.listDrafts(id)
      const boards = all.flatMap(({ board }) => board ?? [])
      const { best, worst } = extremePicks(boards, EXTREME_PICKS)
      const named = new Map<number, Awaited<ReturnType<TeamReader['listTeams']>>>()
      for (const year of new Set([season, ...[...best, ...worst].map((pick) => pick.season)]))
        named.set(year, await teams.listTeams(id, year))
      const picks = boards.find((board) => board.season === season)?.picks ?? []
      const unknown = picks
        .filter(({ seasonOfPlayer }) => seasonOfPlayer === null)
        .map(({ playerId }) => playerId)
      const owners = await listOwners(id)
      return presentDraft(season, all, named.get(season) ?? [], {
        players: await players.findByIds(unknown),
        findOwner: owners.find,
        findTeam: (year, teamId) =>
          named.get(year)?.find((team) => team.teamId === teamId)?.name ?? `Team ${teamId}`,
      })
    },
  })
}
