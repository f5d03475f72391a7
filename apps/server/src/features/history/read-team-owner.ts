import type { Owner } from '@fieldhouse/domain/history/owners'
import { headToHead } from '@fieldhouse/domain/history/played-games'
import type { ShownHistory } from '../../context.ts'

/** The owner of a team in a season, with their picture and championships; null for a team without an owner. */
export function findTeamOwner(
  { history, pictures, hasCurrentPictures }: ShownHistory,
  season: number,
  teamId: number,
) {
  const owner = ownerOf({ history }, season, teamId)
  if (owner === null) return null
  const titles = history.seasons.flatMap(({ season: year, podium }) => {
    const champion = podium.find((each) => each.place === 1 && each.owner === owner)
    return champion === undefined ? [] : [{ season: year, name: champion.team.name }]
  })
  return {
    name: owner.name,
    slug: owner.slug,
    picture: pictures.get(owner) ?? null,
    titles,
    hasCurrentPicture: hasCurrentPictures,
  }
}

/** The pictures of the owners of a season's teams by team ID. Teams whose owner has none have no entry. */
export function listTeamPictures(
  { history, pictures, hasCurrentPictures }: ShownHistory,
  season: number,
): { byTeam: ReadonlyMap<number, string>; areCurrent: () => Promise<boolean> } {
  const teams = history.seasons.find((each) => each.season === season)?.teams ?? []
  const entries = teams.flatMap(({ team, owner }) => {
    const picture = owner === null ? undefined : pictures.get(owner)
    return picture === undefined ? [] : [[team.teamId, picture] as const]
  })
  return { byTeam: new Map(entries), areCurrent: hasCurrentPictures }
}

/** Finds the owners of all teams of the league's seasons, with their pictures. */
export function listTeamOwners({ history, pictures, hasCurrentPictures }: ShownHistory) {
  return {
    find: (season: number, teamId: number) => {
      const owner = ownerOf({ history }, season, teamId)
      return owner === null
        ? null
        : { name: owner.name, slug: owner.slug, picture: pictures.get(owner) ?? null }
    },
    areCurrent: hasCurrentPictures,
  }
}

/** How a season ended, by place; null if it is not part of the history. */
export function findSeasonFinish({ history }: Pick<ShownHistory, 'history'>, season: number) {
  const found = history.seasons.find((each) => each.season === season)
  if (found === undefined) return null
  const idsOf = (place: number) =>
    found.podium.filter((ranked) => ranked.place === place).map(({ team }) => team.teamId)
  return {
    teams: found.teams.map(({ place, team, owner }) => ({
      teamId: team.teamId,
      place,
      owner: owner?.name ?? null,
    })),
    championIds: idsOf(1),
    runnerUpId: idsOf(2)[0] ?? null,
  }
}

/** The finished games in other seasons between the owners of two teams, oldest first. */
export function listOtherMeetings(
  { history }: Pick<ShownHistory, 'history'>,
  season: number,
  [first, second]: readonly [number, number],
) {
  const [a, b] = [ownerOf({ history }, season, first), ownerOf({ history }, season, second)]
  if (a === null || b === null || a === b) return []
  return headToHead(history.games, a, b)
    .games.filter((game) => game.season !== season)
    .map((game) => ({ season: game.season, period: game.period, gameId: game.gameId }))
}

function ownerOf({ history }: Pick<ShownHistory, 'history'>, season: number, teamId: number): Owner | null {
  const teams = history.seasons.find((each) => each.season === season)?.teams
  return teams?.find(({ team }) => team.teamId === teamId)?.owner ?? null
}
