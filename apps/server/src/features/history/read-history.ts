import { isDeepStrictEqual } from 'node:util'
import type { getHistory } from '@fieldhouse/contract/history/history'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { findOwnerByName } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { headToHead } from '@fieldhouse/domain/history/played-games'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { findLeaguePictures, pictureSourceOf } from '../../repositories/history/pictures.ts'
import type { LeagueSeasons } from '../../repositories/league-values/league.ts'

/** How long a picture that an operator changed by hand may go unnoticed. Uploads take effect immediately. */
const PICTURE_CHECK_INTERVAL_MS = 1000

type PictureContext = Pick<Context, 'db' | 'pictures' | 'now'>

type TrophyResponse = NonNullable<ResponseOf<typeof getHistory>['trophy']>

export type HistoryPictures = {
  /** Owners without a picture have no entry. */
  owners: ReadonlyMap<Owner, string>
  trophy: TrophyResponse | null
  /** Whether the pictures are still current, also those that operators change by hand. Checked once a second. */
  areCurrent: () => Promise<boolean>
}

export async function readPictures(ctx: PictureContext, league: LeagueSeasons): Promise<HistoryPictures> {
  const loaded = await loadPictures(ctx, league)
  const check = async () => isDeepStrictEqual(await loadPictures(ctx, league), loaded)
  return { ...loaded, areCurrent: memoizeFor(check, PICTURE_CHECK_INTERVAL_MS, ctx.now) }
}

async function loadPictures({ db, pictures: folder }: PictureContext, league: LeagueSeasons) {
  const uploaded = await findLeaguePictures(db, league.id)
  const owners = new Map<Owner, string>()
  // Most owners have no file, and looking for each of a hundred would take longer.
  const slugs = new Set(await folder.listSlugs())
  for (const owner of league.history().owners) {
    const source = pictureSourceOf(owner, uploaded)
    if (source === null) continue
    const ofFile = async (slug: string) => (slugs.has(slug) ? folder.findVersion(slug) : null)
    const version = 'fileKey' in source ? source.fileKey : await ofFile(source.slug)
    if (version !== null) owners.set(owner, ownerPictureUrl(uploaded.leagueName, owner.name, version))
  }
  const trophy = uploaded.trophy === null ? null : presentTrophy(uploaded.leagueName, uploaded.trophy)
  return { owners, trophy }
}

/** The URL path of a picture, which changes when the picture changes. */
export function ownerPictureUrl(league: string, owner: string, version: string): string {
  return `/api/league/${encodeURIComponent(league)}/owners/${encodeURIComponent(owner)}/picture/?v=${version}`
}

/** The URL of the picture changes when the picture changes. */
export function presentTrophy(
  league: string,
  { fileKey, description }: { fileKey: string; description: string | null },
): TrophyResponse {
  return { picture: `/api/league/${encodeURIComponent(league)}/trophy/?v=${fileKey}`, description }
}

/** Throws an ApiError if no owner has this name. */
export function requireOwner(league: LeagueSeasons, name: string): Owner {
  const owner = findOwnerByName(league.history(), name)
  if (owner === null) throw new ApiError('owner_not_found')
  return owner
}

/** The owner of a team in a season, with their picture and championships; null for a team without an owner. */
export async function readTeamOwner(
  ctx: PictureContext,
  league: LeagueSeasons,
  season: number,
  teamId: number,
) {
  const owner = league.ownerOf(season, teamId)
  if (owner === null) return null
  const pictures = await readPictures(ctx, league)
  const titles = league.history().seasons.flatMap(({ season: year, podium }) => {
    const champion = podium.find((each) => each.place === 1 && each.owner === owner)
    return champion === undefined ? [] : [{ season: year, name: champion.team.name }]
  })
  return {
    name: owner.name,
    slug: owner.slug,
    picture: pictures.owners.get(owner) ?? null,
    titles,
    hasCurrentPicture: pictures.areCurrent,
  }
}

/** The pictures of the owners of a season's teams by team ID. Teams whose owner has none have no entry. */
export async function readTeamPictures(
  ctx: PictureContext & Pick<Context, 'leagues'>,
  leagueId: number,
  season: number,
): Promise<{ byTeam: ReadonlyMap<number, string>; areCurrent: () => Promise<boolean> }> {
  const league = await ctx.leagues.seasons(leagueId)
  const { owners, areCurrent } = await readPictures(ctx, league)
  const entries = (league.season(season)?.teams ?? []).flatMap(({ teamId }) => {
    const owner = league.ownerOf(season, teamId)
    const picture = owner === null ? undefined : owners.get(owner)
    return picture === undefined ? [] : [[teamId, picture] as const]
  })
  return { byTeam: new Map(entries), areCurrent }
}

/** How a season ended, by place; null if it is not part of the history. */
export function findSeasonFinish(league: LeagueSeasons, season: number) {
  const found = league.history().seasons.find((each) => each.season === season)
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
  league: LeagueSeasons,
  season: number,
  [first, second]: readonly [number, number],
) {
  const [a, b] = [league.ownerOf(season, first), league.ownerOf(season, second)]
  if (a === null || b === null || a === b) return []
  return headToHead(league.history().games, a, b)
    .games.filter((game) => game.season !== season)
    .map((game) => ({ season: game.season, period: game.period, gameId: game.gameId }))
}

/** Caches the result of `load` for `ttlMs` milliseconds. Failures are not cached. */
export function memoizeFor<Value>(
  load: () => Promise<Value>,
  ttlMs: number,
  now: () => Date,
): () => Promise<Value> {
  let cached: { value: Promise<Value>; loadedAt: number } | null = null
  return () => {
    const nowMs = now().getTime()
    if (cached !== null && nowMs >= cached.loadedAt && nowMs - cached.loadedAt < ttlMs) return cached.value
    const value = load()
    cached = { value, loadedAt: nowMs }
    value.catch(() => {
      cached = null
    })
    return value
  }
}
