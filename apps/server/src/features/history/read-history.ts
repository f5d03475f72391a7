import { isDeepStrictEqual } from 'node:util'
import type * as contract from '@fieldhouse/contract/history/history'
import type {
  compareOwners,
  GameTotals,
  getOwner,
  listOwnerPairs,
} from '@fieldhouse/contract/history/history'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getGame } from '@fieldhouse/contract/seasons/seasons'
import {
  type FactLeaders,
  findOwnerByName,
  type LeagueHistory,
  type OwnerTotals,
} from '@fieldhouse/domain/history/league-history'
import {
  type GameRecord as DomainGameRecord,
  type LeagueRecords,
  RECORD_NAMES,
} from '@fieldhouse/domain/history/league-records'
import type { OwnerPage } from '@fieldhouse/domain/history/owner-page'
import type { Owner } from '@fieldhouse/domain/history/owners'
import {
  type PlayedGame as DomainGame,
  type GameTotals as DomainGameTotals,
  headToHead,
  ownerPairs,
  type PlayedSide,
  type RankedSeason,
  type RankedTeam,
  type Rivalry,
} from '@fieldhouse/domain/history/played-games'
import { rivalryIndex, rivalryOf } from '@fieldhouse/domain/insights/awards/rivalry-index'
import { type Points, pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import { winPercentage } from '@fieldhouse/domain/seasons/standings'
import type { Context } from '../../context.ts'
import { orThrow } from '../../http/errors/api-error.ts'
import { presentFreshness, presentImport, presentOrigin, toWire } from '../../http/to-wire.ts'
import type { LeagueSeasons } from '../../repositories/league.ts'
import type { LeagueImport } from '../../repositories/league-sources.ts'
import { findLeaguePictures, pictureSourceOf } from '../../repositories/pictures.ts'

/** How long a picture that an operator changed by hand may go unnoticed. Uploads take effect immediately. */
const PICTURE_CHECK_INTERVAL_MS = 1000

type PictureContext = Pick<Context, 'db' | 'pictures' | 'now'>

type TrophyResponse = NonNullable<ResponseOf<typeof contract.getHistory>['trophy']>

type HistoryPictures = {
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

export function presentTrophy(
  league: string,
  { fileKey, description }: { fileKey: string; description: string | null },
): TrophyResponse {
  return { picture: `/api/league/${encodeURIComponent(league)}/trophy/?v=${fileKey}`, description }
}

/** Throws an ApiError if no owner has this name. */
export function requireOwner(league: LeagueSeasons, name: string): Owner {
  return orThrow(findOwnerByName(league.history(), name), 'owner_not_found')
}

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

type HistoryResponse = ResponseOf<typeof contract.getHistory>
type OwnerResponse = ResponseOf<typeof getOwner>
type GameResponse = ResponseOf<typeof getGame>
type Pictures = HistoryPictures['owners']

/** @param leagueImport the archive that the league came from */
export function presentHistory(
  league: LeagueSeasons,
  { owners: pictures, trophy }: HistoryPictures,
  leagueImport: LeagueImport | null,
): HistoryResponse {
  const history = league.history()
  const newest = league.seasons.at(-1)
  const { updatedAt, lastError } = league.freshness(newest?.season ?? 0)
  return {
    owners: history.owners.map(({ name }) => name),
    people: history.owners.map((owner) => ({
      ...presentOwnerPicture(owner, pictures),
      color: history.colors.get(owner) ?? null,
    })),
    seasons: history.seasons.map((season) => {
      const stored = league.season(season.season)
      return {
        ...presentSeason(season),
        ...presentImport(stored?.isImported === true ? leagueImport : null),
        ...presentOrigin(stored?.file ?? null),
      }
    }),
    all_time: presentAllTime(history),
    trophy,
    ...presentFreshness({ updatedAt, lastError }),
  }
}

export function presentOwnerPicture(owner: Owner, pictures: Pictures) {
  return { owner: owner.name, slug: owner.slug, picture: pictures.get(owner) ?? null }
}

function presentSeason(season: RankedSeason) {
  const podium = season.podium.map(presentFinisher)
  const [champion] = podium
  return {
    ...season,
    scoring_format: season.format,
    is_finished: season.isFinished,
    champion: champion ?? null,
    podium,
    standings: season.teams.map((ranked) => ({
      ...presentFinisher(ranked),
      ...presentResults(ranked.team),
      games: ranked.games,
    })),
    records_excluded: season.exclusion === null ? null : { reason: season.exclusion },
  }
}

function presentFinisher({ place, owner, team }: RankedTeam) {
  return { rank: place, owner: owner?.name ?? null, name: team.name, logo: team.logo }
}

function presentResults({ teamId, record, pointsFor, pointsAgainst }: RankedTeam['team']) {
  return {
    team_id: teamId,
    ...(record ?? UNKNOWN_RECORD),
    pf: pointsToDecimalOrNull(pointsFor),
    pa: pointsToDecimalOrNull(pointsAgainst),
  }
}

function presentAllTime(history: LeagueHistory): HistoryResponse['all_time'] {
  const { records, facts, totals, teamNames } = history
  const { seasonPoints, longestTenure } = facts
  return {
    commissioner: history.commissioner,
    first_year: history.firstSeason,
    seasons_count: history.seasons.length,
    missing_seasons: history.missingSeasons,
    league_records: Object.fromEntries(
      RECORD_NAMES.map((name) => [name, records[name] && presentRecord(records[name])]),
    ) as HistoryResponse['all_time']['league_records'],
    fun_facts: {
      longest_tenure: longestTenure && { ...presentLeaders(longestTenure), years: longestTenure.value },
      most_titles: presentFact(facts.mostTitles),
      best_win_pct_2yr_min: presentFact(facts.bestWinPercentage),
      highest_ppg_2yr_min: presentFact(facts.highestPointsPerGame, toPoints),
      pf_season_leader: seasonPoints && {
        ...presentLeaders(seasonPoints),
        value: toPoints(seasonPoints.value),
        season: seasonPoints.season,
      },
      pf_career_leader: presentFact(facts.careerPoints, toPoints),
      most_wins_manager: presentFact(facts.mostWins),
      most_runner_up_manager: presentFact(facts.mostRunnersUp),
      most_thirds_manager: presentFact(facts.mostThirds),
    },
    by_owner: totals.map(presentTotals),
    by_team: teamNames.map(({ seasons, owners, ...team }) => ({
      ...team,
      years: seasons.length,
      first_year: seasons[0] ?? 0,
      last_year: seasons.at(-1) ?? 0,
      owners: owners.map(({ name }) => name),
    })),
    by_owner_enhanced: totals.map(presentFinishes),
  }
}

function presentTotals({ owner, years, record, pointsFor, titles }: OwnerTotals) {
  return { owner: owner.name, years, ...record, pf: pointsToDecimal(pointsFor), titles }
}

function presentFinishes(totals: OwnerTotals): contract.OwnerFinishes {
  return {
    ...presentTotals(totals),
    pa: pointsToDecimal(totals.pointsAgainst),
    runner_up: totals.runnersUp,
    thirds: totals.thirds,
    win_pct: totals.winPercentage,
    ppg: toPointsOrNull(totals.pointsPerGame),
  }
}

function presentFact(fact: FactLeaders | null, toValue = (value: number) => value): contract.FunFact | null {
  return fact === null ? null : { ...presentLeaders(fact), value: toValue(fact.value) }
}

function presentLeaders({ owners }: FactLeaders) {
  return { owner: owners[0].name, owners: owners.map(({ name }) => name) }
}

function toPoints(hundredths: number): number {
  return pointsToDecimal(hundredths as Points)
}

function toPointsOrNull(hundredths: number | null): number | null {
  return hundredths === null ? null : toPoints(hundredths)
}

function presentPlayedGame({ home, away, ...game }: DomainGame): contract.PlayedGame {
  return {
    ...game,
    week: game.period,
    game_id: game.gameId,
    is_playoff: game.isPlayoff,
    home_owner: home.owner?.name ?? null,
    away_owner: away.owner?.name ?? null,
    home_team: home.team.name,
    away_team: away.team.name,
    home_score: pointsToDecimal(home.points),
    away_score: pointsToDecimal(away.points),
  }
}

function presentRecord({ game, value, side }: DomainGameRecord): contract.GameRecord {
  return { ...presentPlayedGame(game), value: pointsToDecimal(value), side }
}

export function presentGame(
  game: DomainGame,
  records: LeagueRecords,
  pictures: Pictures,
  lineups: GameResponse['lineups'],
): GameResponse {
  return {
    game: presentPlayedGame(game),
    home: presentSide(game.home, pictures),
    away: presentSide(game.away, pictures),
    nfl_weeks: [...game.weeks],
    lineups,
    records: RECORD_NAMES.filter((name) => records[name]?.game === game),
  }
}

function presentSide({ owner, team }: PlayedSide, pictures: Pictures): GameResponse['home'] {
  const picture = owner === null ? null : (pictures.get(owner) ?? null)
  return { team_id: team.teamId, logo: team.logo, picture }
}

export function presentOwner(page: OwnerPage, pictures: Pictures): OwnerResponse {
  const presentRival = ({ rival, totals }: Rivalry) => ({
    owner: rival.name,
    picture: pictures.get(rival) ?? null,
    ...presentGameTotals(totals),
  })
  const presentOwnerGame = ({ side, game }: OwnerPage['bestGames'][number]) => ({
    side,
    game: presentPlayedGame(game),
  })
  return {
    ...presentOwnerPicture(page.owner, pictures),
    known_as: page.knownAs,
    totals: presentFinishes(page.totals),
    playoffs: presentGameTotals(page.playoffs),
    seasons: page.seasons.map(presentOwnerSeason),
    marks: page.marks,
    records: page.records.map(({ name, record }) => ({ name, record: presentRecord(record) })),
    longest_streak: presentStreak(page.longestStreak),
    best_games: page.bestGames.map(presentOwnerGame),
    worst_games: page.worstGames.map(presentOwnerGame),
    rivals: page.rivalries.map(presentRival),
    nemesis: page.nemesis && presentRival(page.nemesis),
    favorite_opponent: page.favoriteOpponent && presentRival(page.favoriteOpponent),
  }
}

function presentStreak(streak: OwnerPage['longestStreak']): OwnerResponse['longest_streak'] {
  if (streak === null) return null
  const { firstPeriod, lastPeriod, ...rest } = streak
  return { ...toWire(rest), first_week: firstPeriod, last_week: lastPeriod }
}

function presentOwnerSeason({
  team,
  ...season
}: OwnerPage['seasons'][number]): OwnerResponse['seasons'][number] {
  return {
    ...season,
    scoring_format: season.format,
    is_finished: season.isFinished,
    is_champion: season.isChampion,
    rank: season.place,
    teams: season.teamCount,
    name: team.name,
    logo: team.logo,
    ...presentResults(team),
    mean_pf: toPointsOrNull(season.averagePoints),
  }
}

export function presentPairs({ games, owners }: LeagueHistory): ResponseOf<typeof listOwnerPairs> {
  return {
    owners: owners.map(({ name }) => name),
    pairs: ownerPairs(games, owners).map((pair) => ({
      a: pair.owner.name,
      b: pair.rival.name,
      ...presentGameTotals(pair.totals),
      playoff_games: pair.games.filter(({ isPlayoff }) => isPlayoff).length,
      last_season: pair.games.at(-1)?.season ?? 0,
    })),
  }
}

export function presentComparison(
  { games, seasons }: LeagueHistory,
  a: Owner,
  b: Owner,
): ResponseOf<typeof compareOwners> {
  const shared = headToHead(games, a, b)
  const rivalry = rivalryOf(shared, [a, b], seasons)
  return {
    a: a.name,
    b: b.name,
    summary: presentGameTotals(shared.totals),
    rivalry: { index: rivalryIndex(rivalry), ...toWire(rivalry) },
    games: shared.games.map(presentPlayedGame),
  }
}

function presentGameTotals({ pointsFor, pointsAgainst, ...record }: DomainGameTotals): GameTotals {
  return {
    ...record,
    pf: pointsToDecimal(pointsFor),
    pa: pointsToDecimal(pointsAgainst),
    win_pct: winPercentage(record),
    ppg: record.games === 0 ? null : toPoints(pointsFor / record.games),
  }
}
