import type { getDraft } from '@fieldhouse/contract/draft'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { extremePicks } from '@fieldhouse/domain/insights/moves/draft-board'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'
import type { LeagueTeam, TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { DraftReader } from './draft-reader.ts'
import { type DraftNames, EXTREME_PICKS, presentDraft } from './present.ts'

export type DraftSources = {
  drafts: DraftReader
  teams: Pick<TeamReader, 'listTeams'>
  players: Pick<PlayerReader, 'findByIds'>
  listOwners: (leagueId: number) => Promise<{ find: DraftNames['findOwner'] }>
}

/** The draft board of a season as its page shows it. */
export async function readDraft(
  { drafts, teams, players, listOwners }: DraftSources,
  leagueId: number,
  season: number,
): Promise<ResponseOf<typeof getDraft>> {
  const all = await drafts.listDrafts(leagueId)
  const boards = all.flatMap(({ board }) => board ?? [])
  const { best, worst } = extremePicks(boards, EXTREME_PICKS)
  const named = new Map<number, LeagueTeam[]>()
  for (const year of new Set([season, ...[...best, ...worst].map((pick) => pick.season)]))
    named.set(year, await teams.listTeams(leagueId, year))
  const picks = boards.find((board) => board.season === season)?.picks ?? []
  const unknown = picks
    .filter(({ seasonOfPlayer }) => seasonOfPlayer === null)
    .map(({ playerId }) => playerId)
  const owners = await listOwners(leagueId)
  return presentDraft(season, all, named.get(season) ?? [], {
    players: await players.findByIds(unknown),
    findOwner: owners.find,
    findTeam: (year, teamId) =>
      named.get(year)?.find((team) => team.teamId === teamId)?.name ?? `Team ${teamId}`,
  })
}
